#!/bin/sh
# Every option that names an output file, with every kind of target.
. "$(dirname "$0")/harness"

board='1 2 3 4 5 6 7 0 8'
pdbgen -q --board 3x3 8 >/dev/null

# write OPTION NAME: the tool writes the output of the option.
write() {
    case $1 in
    --output) pdbsolve --output "$2" "$board" ;;
    --write-lp) pdbmethods ilp --write-lp "$2" "$board" ;;
    --plot) pdbmethods compare --timeout 20 --plot "$2" "$board" ;;
    --certificate) pdbverify -p 8 optimal --certificate "$2" "$board" ;;
    esac
}

# The last line of the output.
# Called by check, like the next one.
# shellcheck disable=SC2317
last_line() {
    case $1 in
    --output) echo '1 L' ;;
    --write-lp) echo End ;;
    --plot) echo '</svg>' ;;
    --certificate) echo '}' ;;
    esac
}

# written OPTION FILE: the output is there and complete.
# shellcheck disable=SC2317
written() { [ "$(grep -v '^$' "$2" | tail -n 1)" = "$(last_line "$1")" ]; }

# entries: the number of files with a name like that of the target.
entries() { find . -maxdepth 1 -name 'target*' | wc -l; }

options='--output --certificate'
command -v cbc >/dev/null && options="$options --write-lp"
command -v gnuplot >/dev/null && options="$options --plot"
for option in $options; do
    rm -f target* link dangling

    run 0 write "$option" target
    check "a new file has the permissions of the umask" \
        [ "$(stat -c %a target)" = "$(printf '%o' $((0666 & ~0$(umask))))" ]
    check "the file is complete" written "$option" target
    for mode in 600 640 666; do
        echo old >target
        chmod "$mode" target
        run 0 write "$option" target
        check "a file that is replaced keeps mode $mode" [ "$(stat -c %a target)" = "$mode" ]
        check "the file is complete" written "$option" target
        refute "it was replaced" grep -q old target
    done
    check "nothing else exists" [ "$(entries)" -eq 1 ]

    echo old >target
    ln -s target link
    run 0 write "$option" link
    check "a link stays" [ -h link ]
    check "its target is complete" written "$option" target
    rm target
    run 0 write "$option" link
    check "a link to no file stays" [ -h link ]
    check "the file that it names is written" written "$option" target

    # Through a descriptor, existing content stays, and later output follows.
    ln -sf /dev/stdout link
    for name in /dev/stdout /dev/fd/1 /proc/self/fd/1 /proc/thread-self/fd/1 link -; do
        echo old >log
        shown="$option $name >>log"
        write "$option" "$name" >>log 2>err
        check "existing content stays" [ "$(head -n 1 log)" = old ]
        check "what was written follows" written "$option" log
        { echo old && write "$option" "$name" && echo new; } >log 2>err
        check "one descriptor, one place in the file" \
            [ "$(sed -n '1p;$p' log)" = "$(printf 'old\nnew')" ]
        write "$option" "$name" 2>err | cat >log
        check "into a pipe" written "$option" log
    done
    shown="$option /dev/fd/4"
    echo old >log
    write "$option" /dev/fd/4 4>>log >out 2>err
    check "existing content stays" [ "$(head -n 1 log)" = old ]
    check "what was written follows" written "$option" log
    check "no file is called -" [ ! -e - ]

    mkfifo pipe
    cat pipe >copy &
    run 0 write "$option" pipe
    wait $!
    check "a named pipe stays" [ -p pipe ]
    check "and passes on" written "$option" copy
    rm pipe
    run 0 write "$option" /dev/null
    check "a device stays" [ -c /dev/null ]

    # Refused in a sentence before any work: no bound is searched, no answer printed.
    mkdir directory
    for refusal in 'missing/file: No such file' 'directory: Is a directory' 'target/file: Not a dir' \
        '/dev/fd/77: Bad file' '/dev/fd/0: Bad file' 'directory/: Is a directory' \
        '/dev/fd/3: Bad file'; do
        run 3 write "$option" "${refusal%%: *}" 3>&- # which whoever runs this may have open
        err_has "${refusal%%: *} cannot be written: ${refusal#*: }"
        check "one message" [ "$(wc -l <err)" -eq 1 ]
        refute "no answer" grep -q -e '^1 L$' -e proven out
    done
    rmdir directory
    run 3 write "$option" /dev/full
    err_has '/dev/full cannot be written: No space left'
    check "one message" [ "$(wc -l <err)" -eq 1 ]
    if [ "$(id -u)" -eq 0 ]; then continue; fi
    chmod 400 target
    run 3 write "$option" target
    err_has 'target cannot be written: Permission denied'
    chmod 600 target
done

# If the caller closed stdin, its descriptor must not receive results.
for name in /dev/stdin /dev/fd/0; do
    run 3 sh -c "pdbsolve -o $name R2 <&-"
    err_has "$name cannot be written: Bad file descriptor"
done

# nobody COMMAND...: runs COMMAND as a user who owns nothing and is in no group. Only root can do
# this.
nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
mkdir -m 777 public
cp "$build/pdbsolve" "$build/pdbgen" public/
chmod 755 "$work" public/pdbsolve public/pdbgen
if [ "$(id -u)" -eq 0 ] && nobody public/pdbsolve --version >/dev/null 2>&1; then
    # If the group of a replaced file cannot be kept, the new group gets only the rights of
    # others.
    for modes in 660:600 640:600 644:644 664:644 2755:755 6775:755; do
        echo old >public/file
        chown 65534:100 public/file
        chmod "${modes%:*}" public/file
        run 0 nobody public/pdbsolve -o public/file "$board"
        check "mode ${modes%:*} becomes ${modes#*:} for another group" \
            [ "$(stat -c %g:%a public/file)" = "65534:${modes#*:}" ]
    done
    # The same holds for a table.
    nobody public/pdbgen -q -d public --board 2x2 3 >/dev/null
    table=$(find public -name '*.tpdb')
    chown 65534:100 "$table"
    chmod 660 "$table"
    run 0 nobody public/pdbgen --force -d public --board 2x2 3
    check "nor of a table" [ "$(stat -c %g:%a "$table")" = 65534:600 ]

    # Another user's file in a sticky directory is refused before any work; the user's own file is
    # accepted.
    mkdir -m 1777 public/sticky
    echo old >public/sticky/file
    chmod 666 public/sticky/file
    ln -s sticky/file public/link
    for name in public/sticky/file public/link; do
        run 3 nobody public/pdbsolve -o "$name" "$board"
        err_has "$name cannot be written: Operation not permitted"
        check "one message" [ "$(wc -l <err)" -eq 1 ]
        check "what was there stays" [ "$(cat "$name")" = old ]
        check "nothing else is there" [ "$(files public/sticky)" -eq 1 ]
    done
    chown 65534 public/sticky/file
    run 0 nobody public/pdbsolve -o public/sticky/file "$board"
    check "it was written" [ "$(cat public/sticky/file)" = '1 L' ]
else
    echo "not tested: the files of others"
fi

# A file that is a mount point cannot be replaced.
echo 'old and longer' >behind
: >mounted
if mount --bind behind mounted 2>/dev/null; then
    # The harness unmounts this directory.
    # shellcheck disable=SC2034
    mounted=$work/mounted
    run 0 pdbsolve -o mounted "$board"
    umount mounted
    mounted=
    check "it is written through" [ "$(cat behind)" = '1 L' ]
    check "nothing else is there" [ "$(find . -name 'mounted*' | wc -l)" -eq 1 ]
else
    echo "not tested: a file that is a mount point"
fi

# A limit of file sizes acts like a full disk. Existing content stays. Before main begins, the thread
# sanitizer and its OpenMP write files of their own, and are stopped.
for option in $(grep -q '^TILEPDB_SANITIZE:STRING=.*thread' "$build/CMakeCache.txt" ||
    echo --write-lp --certificate); do
    shown="$option, no file may grow"
    echo old >target
    code=0
    # dash can limit one command only in a child process.
    (ulimit -f 0 && write "$option" target) 2>&1 >/dev/null | cat >err
    err_has 'cannot be written.*: File too large\|cannot write .*: File too large' # the program for cbc comes first
    check "existing content stays" [ "$(cat target)" = old ]
    check "no partial file is left" [ "$(entries)" -eq 1 ]
done

# The message says what failed.
run 3 pdbverify -p 8 optimal --certificate missing/c "$board"
out_is 'broken: the certificate cannot be written to missing/c'
run 3 pdbverify -p 8 optimal --certificate /dev/full "$board"
out_has '^broken: the certificate cannot be written, but the proof holds: 1 move, and no solution is'
run 3 pdbverify -p 8 optimal --json --certificate missing/c "$board"
out_json '.[0].verdict == "broken" and (.[0].sentence | test("certificate cannot be written"))'

# A document on standard output has no other output there.
run 0 pdbverify -p 8 optimal --certificate - "$board"
out_json '.[0].format == "tilepdb-certificate" and length == 1'
err_has '^proven: 1 move, and'
cp out proof.json
run_with proof.json 0 pdbverify certificate -
out_has '^proven: '
if command -v cbc >/dev/null; then
    run 0 pdbmethods ilp --write-lp - "$board"
    out_lacks '^1 L'
    err_has '^1 L$'
    err_has '^pdbmethods: standard output: LP model for 1 move;'
    run 0 pdbmethods ilp --write-lp - --output target "$board"
    check "the answer is in its file" [ "$(cat target)" = '1 L' ]
fi
for pair in '- /dev/stdout' 'target ./target' '/dev/fd/1 -'; do
    run 2 pdbmethods ilp --output "${pair% *}" --write-lp "${pair#* }" "$board"
    err_has "are the same output"
    out_empty
done

# A run that fails before its first answer leaves the file unchanged.
echo old >target
for call in "--example none-such" "--write-lp x.lp ilp 1,2,0,3 1,2,0,3"; do
    # shellcheck disable=SC2086
    run 2 pdbmethods --output target --format csv $call
done
run 2 pdbmethods ilp --write-lp target "$board" "$board"
check "existing content stays" [ "$(cat target)" = old ]
check "no empty document" [ ! -e x.lp ]

# A table that is generated again keeps its mode, and the link to it.
table=$(find db -name '*.tpdb')
chmod 640 "$table"
run 0 pdbgen --force --board 3x3 8
check "the mode stays" [ "$(stat -c %a "$table")" = 640 ]
mv "$table" elsewhere
ln -s "$work/elsewhere" "$table"
run 0 pdbgen --force --board 3x3 8
check "the link stays" [ -h "$table" ]
run 0 pdbinfo elsewhere
# A file that is read is not written.
echo '1 2/0 3' >boards
cp boards before
ln -s boards linked
for call in 'boards' './boards' 'linked' '-- boards' '-d none --no-generate boards'; do
    # shellcheck disable=SC2086
    run 2 pdbsolve -q -o boards $call
    err_is "pdbsolve: --output: 'boards' is the input, which it would replace: name another file"
done
run_with boards 2 pdbsolve -q -o linked
run_with boards 2 pdbsolve -q -o boards -
run 2 pdbmethods -q ilp --write-lp boards boards
err_has '^pdbmethods: --write-lp: '
run 2 pdbmethods -q compare --plot boards boards
echo 'R' >moves
cp moves moves.before
run 2 pdbsolve -q -o moves --judge moves boards
run 2 pdbsolve -q -o boards --judge moves boards
run 2 pdbsolve -q -o moves --invert moves
check "they are as they were" cmp -s boards before
check "they are as they were" cmp -s moves moves.before
run_with boards 0 pdbsolve -q -o moves --invert R
echo '1 2/0 3' >D
run 0 pdbsolve -q --state -o D D
check "an argument that is moves is no file" grep -q '^1 2 3 4' D

finish
