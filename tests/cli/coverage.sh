#!/bin/sh
# tests/coverage.py on a small program that was compiled twice, with different constants.
. "$(dirname "$0")/harness"
need python3
need gcc
need gcov

mkdir -p tree/src/one tree/build
cat >tree/src/one/code.c <<'END'
#ifndef WAYS
#define WAYS 0
int main(int count, char **words);
int both(int count);
static int never(void) {
    return 1;
}
int main(int count, char **words) {
    if (count > 1)
        return never();
    return both(count) + (words[0] == 0);
}
#else
int both(int count);
int idle(void);
int both(int count) {
    if (WAYS > 1 && count > 5)
        count++;
    return count - 1;
}
int idle(void) { return 0; }
#endif
END
cd tree/build || exit 1
for ways in '' -DWAYS=2; do
    run 0 gcc --coverage -fprofile-abs-path -O0 $ways -c ../src/one/code.c -o "code$ways.o"
done
run 0 gcc --coverage code.o code-DWAYS=2.o -o program
run 1 python3 "$sources/tests/coverage.py" .. "$work/none"
err_has 'has no counts'
run 0 ./program
run 0 python3 "$sources/tests/coverage.py" .. .
out_has '^src/one .* 50\.0 of  *4  *2 of  *4$'
out_has '^all .* 50\.0 of  *4  *2 of  *4$'
cat >expected <<'END'
src/one/code.c:5: never
src/one/code.c:21: idle
src/one/code.c:10
src/one/code.c:18
src/one/code.c:9: 1 of 2
src/one/code.c:17: 1 of 2
END
grep '^src' uncovered.txt >out
check "functions, lines and branches" cmp -s expected out
: >code.gcda
run 0 python3 "$sources/tests/coverage.py" .. .
out_has '^all .* 3 of  *4$' # an empty file of counts counts nothing
finish
