#!/bin/sh
# The advice in messages works: each fault is created, the command that the message quotes is run,
# and then the failed call succeeds.
# Faults are functions called by name, and $nobody is a list of words.
# shellcheck disable=SC2086,SC2317
. "$(dirname "$0")/harness"

three='1 2 3/4 5 6/7 0 8'
name=3x3_blank8_tiles1-8_aware_bit.tpdb

# The faults: each leaves a directory $place in which something is wrong. Permissions mean nothing
# to root, so everything runs as nobody.
none() { :; }
empty() { : >"$place/$name"; }
truncated() { head -c 5000 good.tpdb >"$place/$name"; }
altered() {
    cp good.tpdb "$place/$name"
    printf 'X' | dd of="$place/$name" bs=1 seek=6000 conv=notrunc 2>/dev/null
}
newer() {
    cp good.tpdb "$place/$name"
    printf '\377' | dd of="$place/$name" bs=1 seek=8 conv=notrunc 2>/dev/null
}
other() { cp other.tpdb "$place/$name"; }
directory() { mkdir "$place/$name"; }
fifo() { mkfifo "$place/$name"; }
unreadable() {
    cp good.tpdb "$place/$name"
    chmod 000 "$place/$name"
}
unsearchable() {
    cp good.tpdb "$place/$name"
    chmod 600 "$place"
}
unwritable() { chmod 555 "$place"; }
file() {
    rmdir "$place"
    echo content >"$place"
}

chmod 755 "$work"
mkdir tools yard
cp "$build"/pdbgen "$build"/pdbsolve "$build"/pdbinfo "$build"/pdbverify tools/
pdbgen -q -d . --board 3x3 8 >/dev/null && mv $name good.tpdb
pdbgen -q -d . --board 3x3 --goal-blank 4 8 >/dev/null &&
    mv 3x3_blank4_tiles1-8_aware_bit.tpdb other.tpdb
chmod 644 good.tpdb other.tpdb
nobody=
if [ "$(id -u)" -eq 0 ]; then
    nobody='setpriv --reuid=65534 --clear-groups'
    $nobody tools/pdbgen --version >/dev/null 2>&1 || nobody=none
    chown 65534 yard
fi
PATH=$work/tools:$PATH

as_nobody() { case $nobody in none) false ;; *) $nobody "$@" ;; esac; }

# try FAULT CODE COMMAND...: in COMMAND, @ is the directory. The last quoted command of the message
# is run.
try() {
    fault=$1
    expected=$2
    shift 2
    for place in "$work/yard/plain" "$work/yard/it's a \"place\" \$HOME"; do
        for word; do
            shift
            [ "$word" != @ ] || word=$place
            set -- "$@" "$word"
        done
        $nobody mkdir -p "$place"
        make_fault
        run "$expected" $nobody "$@"
        sed -n "s/^.*[ (]'\([a-z]* .*\)' \(generates it\|moves\|gives\|lets\).*/\1/p" err | tail -n 1 >advised
        check "$fault: advice is given" [ -s advised ]
        # With -d, the command names the place; otherwise it would go elsewhere.
        shown="$fault: $(cat advised)"
        check "the advice works" $nobody sh -c "$(cat advised)" >/dev/null 2>&1
        run_again "$@"
        chmod -R u+rwx "$place"
        rm -rf "$place" "$place.old" "$place"*.old
        set -- "$@"
        # Restore the pattern for the next place.
        for word; do
            shift
            [ "$word" != "$place" ] || word=@
            set -- "$@" "$word"
        done
    done
}
make_fault() {
    $fault
    if [ "$(id -u)" -eq 0 ]; then chown -Rh 65534 "$place"; fi
}
# pdbinfo generates nothing: the obstacle is gone afterwards, but the file is still missing.
run_again() {
    code=0
    $nobody "$@" </dev/null >out 2>err || code=$?
    shown="$fault: again: $*"
    case $1 in
    pdbinfo)
        if [ "$code" -ne 0 ]; then
            sed -n "s/^.*[ (]'\([a-z]* .*\)' generates it.*/\1/p" err | tail -n 1 >advised
            $nobody sh -c "$(cat advised)" >/dev/null 2>&1
            code=0
            $nobody "$@" </dev/null >out 2>err || code=$?
        fi
        ;;
    esac
    check "then it succeeds" [ "$code" -eq 0 ]
}

if [ "$nobody" = none ]; then
    echo "skipped: nobody cannot be anybody"
    exit 77
fi

for fault in none empty truncated altered newer other directory fifo unreadable; do
    try $fault 3 pdbsolve -d @ --no-generate --preload "$three"
done
for fault in none unsearchable empty directory unreadable; do
    try $fault 3 pdbverify table -d @ --board 3x3 8
    try $fault 3 pdbinfo -d @ --board 3x3 8
done
for fault in newer directory fifo unreadable unsearchable unwritable file; do
    [ $fault = newer ] || try $fault 3 pdbgen -d @ --board 3x3 8
done
try none 3 pdbinfo -d @ --board 3x3 --blank projected 8
try none 3 pdbinfo -d @ --board 3x3 --encoding nibble --goal-blank 4 8
try none 3 pdbinfo -d @ --board 3x3 --goal blank-first 8
try none 3 pdbsolve -d @ --no-generate --blank projected "$three"
try none 3 pdbsolve -d @ --no-generate -p 1-4/5-8 "$three"
try none 3 pdbsolve -d @ --no-generate --goal '1 2 3/4 0 5/6 7 8' '1 0 3/4 2 5/6 7 8'

# A directory that cannot be searched is reported, and the board is solved nevertheless.
place=$work/yard/closed
mkdir "$place"
unsearchable
if [ "$(id -u)" -eq 0 ]; then chown -R 65534 "$place"; fi
run 0 $nobody pdbsolve -d "$place" "$three"
out_is '1 L'
err_has "closed cannot be used: Permission denied ('chmod u+rwx .*' gives you access to it): building partition 8 in memory"

# A directory that cannot be written is reported, and the board is solved nevertheless.
chmod 700 "$place"
rm "$place/$name"
chmod 555 "$place"
run 0 $nobody pdbsolve -d "$place" -p 8 "$three"
out_is '1 L'
err_has 'none can be kept there: Permission denied: generating 8 in memory'
check "one note" [ "$(wc -l <err)" -eq 1 ]
run 0 $nobody pdbsolve -d "$place" "$three"
out_is '1 L'
err_has 'none can be kept there: Permission denied: building partition 8 in memory; name a directory'
err_lacks 'pdbgen'
run 0 $nobody pdbsolve -d "$place/new/deep" --metric multi '1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15'
err_has 'none can be kept there: Permission denied: building a small table in memory; name a directory'
err_lacks 'pdbgen'
run 3 $nobody pdbsolve -d "$place/new" --no-generate "$three"
err_has "closed/new, and none can be kept there: Permission denied; name another with --dir"
# A directory that is not writable for others may not be writable for root.
if [ -d /proc/self ]; then
    run 0 pdbsolve -d /proc/none "$three"
    err_has 'in /proc/none, and none can be kept there: .*: building partition 8 in memory'
fi
chmod 755 "$place"
run 0 $nobody pdbsolve -d "$place" "$three"
err_has "'pdbgen .*' generates and keeps it"
check "nothing is left there" [ -z "$(ls -A "$place")" ]

# Advice never moves a file that the user named, or a device.
cd "$work" || exit 1
run 3 pdbinfo /dev/null . "$work"
err_lacks 'mv '
run 3 pdbverify table /dev/null .
err_lacks 'mv '
run 3 pdbgen -d /dev/null --board 3x3 8
err_lacks 'mv '

# moved DIRECTORY FILE: the advice moves the file that is in the way, to a name that is free.
moved() {
    run 3 $nobody pdbgen -d "$1" --board 3x3 8
    sed -n "s/.*'\(mv .*\)' moves .*/\1/p" err >advised
    check "a move is advised" [ -s advised ]
    check "it works" $nobody sh -c "$(cat advised)"
    refute "the way is free" [ -e "$2" ]
    check "the content is kept" grep -qx content "$2".old*
    run 0 $nobody pdbgen -d "$1" --board 3x3 8
    rm -rf "$2" "$2".old*
}
cd yard || exit 1
for place in f f/ f// f/sub f/sub/deep/ ./-f; do
    obstacle=${place%%/sub*}
    while [ "$obstacle" != "${obstacle%/}" ]; do obstacle=${obstacle%/}; done
    echo content >"$obstacle"
    moved "$place" "$obstacle"
done
for taken in f.old f.old2; do
    echo content >f
    echo other >f.old
    echo other >$taken
    run 3 $nobody pdbgen -d f --board 3x3 8
    sh -c "$(sed -n "s/.*'\(mv .*\)' moves .*/\1/p" err)"
    check "what is there is not overwritten" [ "$(cat f.old $taken)" = "other
other" ]
    check "and f is moved" [ ! -e f ]
    rm f.old*
done
# Names of files that look like options.
mkdir -p ./-d/$name
if [ "$(id -u)" -eq 0 ]; then chown -R 65534 ./-d; fi
run 3 $nobody pdbgen -d -d --board 3x3 8
check "a name with a dash can be moved" $nobody sh -c "$(sed -n "s/.*'\(mv .*\)' moves .*/\1/p" err)"
run 0 $nobody pdbgen -d -d --board 3x3 8
chmod 000 ./-d/$name
for command in 'pdbinfo --board 3x3' 'pdbverify table --board 3x3' 'pdbgen --force --board 3x3'; do
    run 3 $nobody $command -d -d 8
    check "or made readable: $command" $nobody sh -c "$(sed -n "s/.*'\(chmod .*\)' lets .*/\1/p" err)"
    run 0 $nobody $command -d -d 8
    chmod 000 ./-d/$name
done

finish
