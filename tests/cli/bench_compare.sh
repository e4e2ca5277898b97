#!/bin/sh
# bench/compare with made-up results: noise, changed times, counts, and files that are not
# results.
. "$(dirname "$0")/harness"
need python3

# results FILE MEDIAN MIN MAX GENERATED: a run with one case.
results() {
    cat >"$1" <<END
{"schema": "tilepdb-bench", "version": 1, "mode": "quick",
 "machine": {"cpu": "none", "cores": 2, "variants": []},
 "cases": [{"name": "solve", "group": "search", "counts": {"generated": $5},
   "figures": {"wall": {"median": $2, "min": $3, "max": $4, "unit": "s", "better": "less"},
     "rate": {"median": $(($5 / $2)), "min": $(($5 / $4)), "max": $(($5 / $3)), "unit": "1/s",
              "better": "more"}},
   "ratios": {}}]}
END
}
compare="$sources/bench/compare"

results a.json 100 95 105 1000000
results same.json 103 99 112 1000000
results slow.json 150 140 160 1000000
results wide.json 150 100 200 1000000
results other.json 100 95 105 1000001
results near.json 109 106 112 1000000

run 0 "$compare" a.json a.json
out_has '0 worse, 0 better, of 1 cases'
run 0 "$compare" a.json same.json
run 1 "$compare" a.json slow.json
out_has '^worse: solve: wall: .* x 1.50'
out_has '^worse: solve: rate: '
run 0 "$compare" slow.json a.json
out_has '^better: solve: wall: '
out_has '^better: solve: rate: '
run 0 "$compare" a.json wide.json
out_has '0 worse, 0 better, of 1 cases'
run 0 "$compare" a.json near.json
run 1 "$compare" --threshold 1.05 a.json near.json
run 1 "$compare" a.json other.json
out_has '^worse: solve: generated: 1000000 before, 1000001 now'

sed 's/"solve"/"another"/' a.json >renamed.json
run 1 "$compare" a.json renamed.json
out_has '^worse: solve: is no longer measured'
out_has '^new: another: '

printf '{}' >empty.json
printf 'no JSON' >text.json
sed 's/"version": 1/"version": 9/' a.json >future.json
sed 's/"median"/"middle"/' a.json >damaged.json
for wrong in empty.json text.json future.json damaged.json absent.json; do
    run 2 "$compare" a.json "$wrong"
    err_has '^bench/compare: '
done
run 2 "$compare" a.json
run 2 "$compare" --threshold 0.5 a.json a.json
run 0 "$compare" --help
run 2 "$sources/bench/run" --quick --full
run 2 "$sources/bench/run" --repeat 0
run 2 "$sources/bench/run" --from a.json --expect a.json
run 3 "$sources/bench/run" --from a.json -o made
err_has 'version 1 has no data for the plots'
run 3 "$sources/bench/run" --from text.json -o made
run 2 "$sources/bench/run" --jobs 1
run 3 "$sources/bench/run" --build "$work"
err_has 'lacks pdbgen'

# A stream must be long enough for a curve, and needs a build.
run 2 "$sources/bench/stream" --boards 100
run 2 "$sources/bench/stream" --alone 1
run 3 "$sources/bench/stream" --build "$work"
err_has 'lacks pdbgen'

# Limits of time, and boards that are known.
run 2 "$sources/bench/anytime" 0 dca24
run 2 "$sources/bench/anytime" x dca24
run 2 "$sources/bench/anytime" first dca23
run 3 "$sources/bench/anytime" --build "$work" first dca24
err_has 'lacks pdbgen'

run 2 "$sources/bench/regret" --limit x
run 3 "$sources/bench/regret" --build "$work"
err_has 'lacks pdbgen'
finish
