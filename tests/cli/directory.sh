#!/bin/sh
# The directory of the databases: how it is chosen, and its errors.
. "$(dirname "$0")/harness"

table=2x2_blank3_tiles1-3_aware_bit.tpdb

# The order: option, TILEPDB_DIR, XDG_DATA_HOME, HOME. Each is created with its parents.
run 0 env XDG_DATA_HOME="$work/xdg" pdbgen -d a/b/c --board 2x2 3
check "--dir is used" [ -f "a/b/c/$table" ]
run 0 env XDG_DATA_HOME="$work/xdg" pdbgen --board 2x2 3
check "TILEPDB_DIR is used" [ -f "$TILEPDB_DIR/$table" ]
check "XDG_DATA_HOME is not used" [ ! -e xdg ]
run 0 env TILEPDB_DIR= XDG_DATA_HOME="$work/xdg" pdbgen --board 2x2 3
check "XDG_DATA_HOME is used" [ -f "xdg/tilepdb/$table" ]
run 0 env -u TILEPDB_DIR pdbgen --board 2x2 3
check "HOME is used" [ -f "home/.local/share/tilepdb/$table" ]
run 0 env -u TILEPDB_DIR pdbsolve --no-generate '1 2/0 3'
out_is '1 L'
err_empty
run 0 env -u TILEPDB_DIR pdbinfo --board 2x2 3
out_has "^$HOME/.local/share/tilepdb/$table"

# A file in place of the directory, or on the way to it.
echo content >file
for directory in file file/below; do
    for call in "pdbgen --board 2x2 3" "pdbinfo --board 2x2 3" "pdbsolve 1 2 0 3"; do
        # The command is a list of words.
        # shellcheck disable=SC2086
        run 3 $call -d "$directory"
        err_has "$directory: there is a file where the directory"
        out_lacks tpdb
    done
done
check "the file is untouched" [ "$(cat file)" = content ]

# A directory without write permission. Root can write anyway, so root runs the tool as nobody.
mkdir -m 755 locked shared
cp "$build/pdbgen" shared/
chmod 755 "$work" shared/pdbgen
if [ "$(id -u)" -ne 0 ]; then
    chmod 555 locked
    run 3 shared/pdbgen -d locked --board 2x2 3
    err_has 'locked.*Permission denied'
elif setpriv --reuid=65534 --clear-groups shared/pdbgen --version >/dev/null 2>&1; then
    run 3 setpriv --reuid=65534 --clear-groups shared/pdbgen -d locked --board 2x2 3
    err_has 'locked.*Permission denied'
    run 3 setpriv --reuid=65534 --clear-groups shared/pdbgen -d locked/new --board 2x2 3
    err_has 'locked/new.*Permission denied'
else
    echo "not tested: a directory that may not be written"
fi
check "nothing was written" [ "$(files locked)" -eq 0 ]

# A full disk.
mkdir small
if mount -t tmpfs -o size=256k tmpfs small 2>/dev/null; then
    mounted=$work/small
    run 3 pdbgen -d small 6-6-3
    err_has 'the disk is full'
    out_empty
    check "nothing is left behind" [ "$(files small)" -eq 0 ]
    run 0 pdbsolve -d small -p 6-6-3 "$hardest"
    out_has '^80 '
    err_has 'the disk is full; the database stays in memory'
    check "it is said once" [ "$(grep -c 'disk is full' err)" -eq 1 ]
    check "nothing is left behind" [ "$(files small)" -eq 0 ]
else
    echo "not tested: a full disk"
fi
finish
