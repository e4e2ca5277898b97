#!/bin/sh
# tests/everything.sh in a small repository, whose commands are fakes: the list, the table, and that it
# continues after a signal.
. "$(dirname "$0")/harness"
need git
need flock
need setsid

mkdir -p tree/tests
cp "$sources/tests/everything.sh" tree/tests
cat >tree/quickstart <<END
#!/bin/sh
echo "\$*" >>'$work/asked'
case \$* in
"test all") echo "quickstart: this | fails" && exit 2 ;;
"test asan") printf '\t  3 - web (Skipped)\nskipped: no browser\n' ;;
"test long -N"*) printf '  Test  #1: quick\n  Test #12: slow\n  Test #13: lacks\n' ;;
*lacks\$) printf '\t 13 - lacks (Skipped)\n' ;;
*slow\$)
    [ ! -e '$work/released' ] || exit 0
    setsid sleep 100 &
    echo "\$\$ \$!" >'$work/hanging'
    wait
    ;;
esac
END
chmod +x tree/quickstart
cd tree || exit 1
printf 'build/\nout\nerr\n' >.gitignore
git init -q .
git add .
commit() { git -c user.name=test -c user.email=test@localhost commit -q --allow-empty -m test; }
commit
table=bench/results/everything.md

run 0 tests/everything.sh --list
out_has '^first *./quickstart test$'
out_has '^long .*long/NAME$'
run 2 tests/everything.sh first now
err_has "unknown piece 'now'"
check "no piece runs" [ ! -e "$work/asked" ]

run 1 tests/everything.sh first rest asan
check "a piece that passes has a row" grep -q '^| first | passed | 0\.0 | 20' $table
check "a failure does not stop the others" \
    grep -q '^| rest | failed | .* | quickstart: this / fails |$' $table
check "what was skipped, and why" \
    grep -q '^| asan | passed | .* | web (Skipped); skipped: no browser |$' $table
check "the table names the commit" grep -q "^# .* commit $(git rev-parse HEAD)\$" $table
run 1 tests/everything.sh first rest
run 0 grep -cx test "$work/asked"
check "what has passed does not run again" [ "$(cat out)" = 1 ]
check "a piece has one row" [ "$(grep -c '^| rest ' $table)" -eq 1 ]

tests/everything.sh long >"$work/log" 2>&1 &
wait_for [ -s "$work/hanging" ]
run 2 tests/everything.sh asan
err_has 'already running'
kill -TERM $!
code=0
wait $! || code=$?
check "SIGTERM ends it" [ $code -eq 143 ]
# A zombie has ended, although nobody may have waited for it yet. "refute" calls this function.
# shellcheck disable=SC2317
runs() { grep -qs '^State:[^Z]*$' "/proc/$1/status"; }
read -r command detached <"$work/hanging"
refute "the command has ended" runs "$command"
refute "what it started in another session has ended" runs "$detached"
check "the test before is in the table" grep -q '^| long/quick | passed ' $table
check "the test that was stopped is not" [ -z "$(grep '^| long/slow ' $table)" ]
: >"$work/released"
run 0 tests/everything.sh long
check "it continues" grep -q '^| long/slow | passed ' $table
check "a test that lacks something was skipped" grep -q '^| long/lacks | skipped ' $table
run 0 grep -c 'quick\$$' "$work/asked"
check "it does not start again" [ "$(cat out)" = 1 ]

# The piece in turn: each commit has the next, also in a tree with changes, and without a table.
pieces() { sed -n 's/^the piece in turn: //p' out; }
rm -r bench
: >"$work/asked"
run 0 tests/everything.sh --in-turn
name=$(pieces)
out_has "^$name: passed; "
check "it runs" grep -q "^test ${name%%/*} -R ^${name#*/}\$ --no-tests=ignore\$" "$work/asked"
run 0 tests/everything.sh --in-turn
check "the same at the same commit" [ "$(pieces)" = "$name" ]
check "no table" [ ! -e bench ]
echo 'echo failing; exit 1' >>quickstart
commit
run 1 tests/everything.sh --in-turn
refute "another after a commit" [ "$(pieces)" = "$name" ]
out_has '^failing$'
out_has ': failed; $'
echo 'echo quickstart: still missing: clang' >quickstart
echo 'exit 2' >>quickstart
run 0 tests/everything.sh --in-turn
out_has ': skipped; quickstart: still missing: clang$'
printf 'sleep 1000 &\necho $! >"%s"\nwait\n' "$work/hanging" >quickstart
rm "$work/hanging"
run 124 timeout 1 tests/everything.sh --in-turn
git checkout -q quickstart

echo >>quickstart
run 2 tests/everything.sh first
err_has 'differs from its commit'
git add .
commit
run 0 tests/everything.sh first
check "another commit has a new table" [ "$(grep -c '^| [a-z]*/*[a-z]* | passed ' $table)" -eq 1 ]
finish
