#!/bin/sh
# Runs ./quickstart and ./quickstart test on a bare Debian, which has only what debootstrap
# installs. Prints how much each of the two downloads and how long it takes.
#     sh tests/bare.sh [SUITE [ROOT]]
#
# SUITE is bookworm if nothing else is named. ROOT is a root directory that debootstrap has made for
# it; without it one is made, and removed at the end. Needs root; exit code 77: not root, no
# debootstrap, or no archive that can be reached.
set -eu
suite=${1:-bookworm}
root=${2:+$(cd "$2" && pwd)}
cd "$(dirname "$0")/.."
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
    echo "skipped: this needs root and debootstrap"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

if [ -z "$root" ]; then
    root=$work/root
    # Uses this machine's archive, or else debootstrap's default.
    # shellcheck disable=SC2016
    archive=$(apt-get indextargets --format '$(CREATED_BY) $(REPO_URI)' 2>/dev/null |
        sed -n 's|^Packages \(.*/debian\)/*$|\1|p' | head -n 1) || :
    # An empty archive is no argument.
    # shellcheck disable=SC2086
    debootstrap --variant=minbase "$suite" "$root" $archive >"$work/log" 2>&1 || {
        tail "$work/log"
        echo "skipped: debootstrap could not make a $suite"
        exit 77
    }
fi
for file in resolv.conf hosts; do
    [ ! -e /etc/$file ] || cp -L /etc/$file "$root/etc/$file"
done
apt-config dump | grep -E '^Acquire::(http|https|Check)' >"$root/etc/apt/apt.conf.d/50here" || :
rm -rf "$root/root/tilepdb"
git clone -q "file://$PWD" "$root/root/tilepdb"

# Prints the size of the packages that apt has downloaded, in MB.
downloads() {
    find "$root/var/cache/apt/archives" -name '*.deb' -printf '%s\n' |
        awk '{ bytes += $1 } END { printf "%.0f", bytes / 1e6 }'
}

# inside COMMAND...: runs COMMAND in the new system; its processes and mounts end with it.
inside() {
    # The shell inside expands the variables.
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child sh -c '
        mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && root=$0 &&
            exec chroot "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root \
                TERM=dumb sh -c "cd /root/tilepdb && $*"' "$root" "$@"
}

# try COMMAND: COMMAND must succeed; prints its time and downloads.
try() {
    begin=$(date +%s)
    before=$(downloads)
    code=0
    inside "$1" || code=$?
    printf '== %s: %s, exit code %s, %s MB of packages, %s s\n' "$suite" "$1" "$code" \
        "$(($(downloads) - before))" "$(($(date +%s) - begin))"
    [ "$code" -eq 0 ]
}
try ./quickstart
try "./quickstart test"
