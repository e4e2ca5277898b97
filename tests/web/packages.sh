#!/bin/sh
# Installs the packages of the lock file in this directory. If npm's registry cannot be reached,
# this test and the tests that need the packages are skipped.
#     sh tests/web/packages.sh NPM
cd "$(dirname "$0")" || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if timeout 300 "$1" ci --fetch-retries 1 >"$log" 2>&1; then exit 0; fi
tail -n 20 "$log"
rm -rf node_modules # part of a package is worse than none
! grep -q -e EUSAGE -e EINTEGRITY -e EJSONPARSE "$log" || exit 1
echo "skipped: npm could not install the packages; its messages are above"
exit 77
