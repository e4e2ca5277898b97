#!/bin/sh
# pdbsolve --format svg: strips, animations, boards without a solution, and refusals.
. "$(dirname "$0")/harness"
need python3

pdbgen -q --board 2x2 3 >/dev/null
pdbgen -q --board 3x3 8 >/dev/null
hard='8 6 7/2 5 4/3 0 1'

# picture CODE SPEED OPTION...: draws square boards; SPEED is '' for a strip. svg.py compares the
# picture with JSON at the end.
pictures=0
picture() {
    code=$1
    speed=$2
    shift 2
    pictures=$((pictures + 1))
    run "$code" pdbsolve -q "$@" --format json
    mv out answers.$pictures
    if [ -z "$speed" ]; then
        run "$code" pdbsolve -q "$@" --format svg
    else
        run "$code" pdbsolve -q "$@" --format svg --animate --speed "$speed"
    fi
    cp out drawn.svg
    mv out drawn.$pictures
    echo drawn.$pictures answers.$pictures "$speed" >>list
}

drawn_has() { check "the picture has '$1'" grep -q -e "$1" drawn.svg; }

# A strip has a board for each move, and one for the start.
picture 0 '' '1 2 3/4 0 5/7 8 6'
check "three boards" [ "$(grep -c tp-board drawn.svg)" -eq 3 ]
drawn_has '>2 moves<'
drawn_has '^<title>Sliding-tile puzzle: 2 moves</title>$'
drawn_has '^<desc>board 1: 1 2 3 / 4 0 5 / 7 8 6: 2 moves: LU$'
picture 0 '' "$hard"
check "32 boards" [ "$(grep -c tp-board drawn.svg)" -eq 32 ]
cp drawn.svg first.svg
for jobs in 1 2 5; do
    run 0 pdbsolve -q -j $jobs --format svg "$hard"
    check "the same bytes" cmp -s out first.svg
done
picture 0 '' '1 2/0 3'
drawn_has '>1 move<'
picture 0 '' '1 2/3 0'
drawn_has '>0 moves<'
picture 0 '' --metric multi R2D2L2U
picture 0 '' --goal '1 1 2/2 3 3/* * 0' '2 1 3/3 1 2/4 5 0'
picture 0 '' --heuristic manhattan --goal spiral 1 0 3 2
run 0 pdbsolve -q --format svg --moves blank --run-length '1 2 3/4 5 6/0 7 8'
out_has ': 2 moves: R2$'
run 0 pdbsolve -q --format svg --moves numbers --board 3x3 R2
out_has ': 2 moves: 7,8$'

# Several boards are one document; whatever has no solution has a word.
printf '1 2/0 3\n2 1/3 0\n\n<&> \001\377\n\n3 1/2 0\n' >'a&<b>'
picture 2 '' 'a&<b>'
drawn_has '^<title>4 sliding-tile puzzles</title>$'
drawn_has '>a&#38;&#60;b&#62;:1: 1 move<'
drawn_has '>a&#38;&#60;b&#62;:2: unsolvable<'
drawn_has '>a&#38;&#60;b&#62;:4: error<'
drawn_has '>a&#38;&#60;b&#62;:6: 4 moves<'
picture 1 '' --max-length 29 "$hard"
drawn_has '>at least 31 moves<'
run_with /dev/null 2 pdbsolve --format svg
out_empty

# A picture has at most 1000 boards, also if the input has no end.
for options in '' --state; do
    shown="pdbsolve --format svg $options, with input without an end"
    # shellcheck disable=SC2086
    { code=0; yes R2D2 2>/dev/null | timeout 60 pdbsolve -q --format svg $options >out 2>err || code=$?; }
    check "exit code 2, not $code" [ "$code" -eq 2 ]
    err_is 'pdbsolve: --format svg draws at most 1000 boards, or 64 MB; the others are left out: draw them in pictures of their own'
    out_has '^<title>1000 sliding-tile puzzles</title>$'
    check "the document is whole" [ "$(tail -n 1 out)" = '</svg>' ]
done
run 2 pdbsolve -q --format svg --scramble 1001 --seed 1 --board 2x2
err_has 'at most 1000 boards'
run 0 pdbsolve -q --format svg --scramble 1000 --seed 1 --board 2x2
check "1000 boards" [ "$(grep -c tp-board out)" -eq 1000 ]

# Limits of larger boards, with a solution that is not proven; a long solution leaves boards out.
pdbsolve --scramble 1 --seed 1 --board 12x12 >large
run 0 pdbmethods -q layered --format svg large
out_has '>[0-9]* moves; 1 board in [0-9]* is drawn<'
out_has 'class="tp-label".*>start<'
run 0 pdbsolve -q --anytime --timeout 0.1 --format svg large
out_has '>at most [0-9]* moves, at least [0-9]*'

# The picture of README.
run 0 pdbmethods -q --example moves-50 --animate --format svg
check "it comes from this command" cmp -s out "$sources/docs/pictures/solution.svg"

# An animation has a key for each rest of each tile.
for speed in 4 0.5 20; do
    picture 0 $speed "$hard"
done
check "one board" [ "$(grep -c tp-board drawn.svg)" -eq 1 ]
drawn_has '^@media (prefers-reduced-motion:no-preference){$'
picture 0 4 --metric multi R2D2L2U
picture 0 4 --goal '1 1 2/2 3 3/* * 0' '2 1 3/3 1 2/4 5 0'
picture 1 4 R2D2 '2 1 3/4 5 6/7 8 0' '1 2/3 0' '1 2/0 3'
run 0 pdbsolve -q --format svg --animate --board 3x3 R
check "the default is 4 moves per second" grep -q 'animation:tp-1-8 3750ms' out

run_with list 0 python3 "$sources/tests/cli/svg.py"

# Boards alone.
run 2 pdbsolve -q --state --format svg R2D2 '1 2 3/4 0 5' x
check "two boards" [ "$(grep -c tp-board out)" -eq 2 ]
out_has '>board 3: error<'
run 0 pdbsolve -q --scramble 12 --seed 1 --board 3x3 --length 4-6 --format svg
check "12 boards" [ "$(grep -c tp-board out)" -eq 12 ]
out_has '>board 12: [456] moves<'

# Into a file; after an interrupt the file has the answers that were given.
run 0 pdbsolve -q --format svg -o drawn.svg "$hard"
check "the same bytes" cmp -s drawn.svg first.svg
pdbsolve --format svg -o stopped.svg --stats --heuristic manhattan R "$hardest" 2>err &
wait_for grep -q '^board 1: 1 move' err
kill -INT $!
code=0
wait $! || code=$?
shown="an interrupt"
check "exit code 130, not $code" [ "$code" -eq 130 ]
check "no picture" [ ! -e stopped.svg ]
mv stopped.svg.partial drawn.svg
check "the picture is whole" [ "$(tail -n 1 drawn.svg)" = '</svg>' ]
drawn_has '>board 1: 1 move<'
drawn_has '>board 2: at least [0-9]* moves<'

# What makes no sense in a picture is refused.
for refused in --all --count --show '--animate --color always' '--animate --ascii' '--checkpoint kept'; do
    # shellcheck disable=SC2086
    run 2 pdbsolve --format svg $refused R
    err_has '^pdbsolve: --.* and --.* cannot be used together: '
    out_empty
done
run 2 pdbsolve --format svg --judge L R
err_is 'pdbsolve: --format svg has no effect with --judge; leave it out'
run 2 pdbmethods --format svg compare R
err_has '^pdbmethods: --format svg has no effect with the command compare; it needs the command '
run 2 pdbmethods --format svg bfs --explain R
err_has '^pdbmethods: --.* and --.* cannot be used together: '
run 0 pdbsolve -q --format svg R2D2
cp out searched.svg
run 0 pdbmethods -q bfs --format svg R2D2
check "every method draws alike" cmp -s out searched.svg
run 2 pdbsolve --format svg --scramble 1 --as moves
err_is 'pdbsolve: --format svg and --as moves cannot be used together: a picture shows the boards'
finish
