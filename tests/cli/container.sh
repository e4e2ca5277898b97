#!/bin/sh
# What a container limits: memory and processors by control groups of both versions, which are made
# up here, directories that are read-only, no home, no /tmp. Exit 77 if this user may not mount.
. "$(dirname "$0")/harness"
need jq
need unshare

if ! unshare -m mount -t tmpfs none /sys/fs/cgroup 2>/dev/null; then
    echo "skipped: no file system may be mounted"
    exit 77
fi

# The lines of /proc/self/cgroup, and files of /sys/fs/cgroup as NAME=CONTENT, for what follows.
cat >inside <<'END'
set -e
mount -t tmpfs none /sys/fs/cgroup
while [ "$1" != -- ]; do
    mkdir -p "/sys/fs/cgroup/$(dirname "${1%%=*}")"
    echo "${1#*=}" >"/sys/fs/cgroup/${1%%=*}"
    shift
done
shift
mount --bind groups /proc/$$/cgroup
exec "$@"
END

# limited CODE GROUP-LINE NAME=CONTENT... -- COMMAND...
limited() {
    expected=$1
    printf '%s\n' "$2" >groups
    shift 2
    run "$expected" unshare -m sh inside "$@"
}

# The memory limit is the smallest of the process's group and the groups above it. File pages that
# can be dropped do not count as used.
low='apps/memory.max=50000000 apps/memory.current=20000000 apps/one/memory.max=max'
stat='apps/memory.stat=inactive_file 8582912'
old='memory/apps/memory.limit_in_bytes=50000000 memory/apps/memory.usage_in_bytes=11417088'
set --
for version in 1 2; do
    if [ $version = 1 ]; then line=4:cpu,memory:/apps/one files=$old; else line=0::/apps/one files=$low; fi
    [ $version = 1 ] || set -- "$stat"
    # shellcheck disable=SC2086
    limited 1 $line $files "$@" -- pdbgen 7-8
    err_has "generation needs [0-9]* MiB, and 3[67] MiB are available"
    check "version $version: no file is left" [ "$(files db)" -eq 0 ]
    # shellcheck disable=SC2086
    limited 1 $line $files "$@" -- pdbmethods bfs $hardest
    err_has 'the memory of 3[45] MiB is used up: depth'
    # shellcheck disable=SC2086
    limited 1 $line $files "$@" -- pdbmethods astar --memory 1G $hardest
    err_has 'the memory of 3[45] MiB is used up: f ='
    # shellcheck disable=SC2086
    limited 0 $line $files "$@" -- pdbsolve -j 2 --timeout 60 '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12'
    out_is '9 DDDLLUULU'
    set --
done
# A name that merely contains the word is another controller.
limited 0 5:memory2:/apps/one 'memory/apps/memory.limit_in_bytes=1000' -- pdbgen -q --board 3x3 8

# A table that is inflated while it is searched, and has no room.
seven=1-4/5-8/9-15
pdbgen -q -d inflated --blank projected --level 1 $seven >/dev/null
full='memory.max=50000000 memory.current=49000000'
# shellcheck disable=SC2086
limited 1 0::/ $full -- pdbsolve -d inflated --preload --blank projected -p $seven $hardest
out_is error
err_has 'not enough memory to inflate a frame; free some memory, or choose smaller databases'

# A quota of processors is rounded up; -j overrides it. The memory that a generation needs shows
# the number of threads.
need_of() { jq -s '[.[].need.memory_bytes]' out; }
run 0 pdbgen --dry-run --json -d none -j 1 7-8
need_of >one
run 0 pdbgen --dry-run --json -d none 7-8
need_of >all
for quota in 'cpu.max=100000 100000' 'apps/cpu.max=30000 100000'; do
    limited 0 0::/apps/one "$quota" -- pdbgen --dry-run --json -d none 7-8
    need_of >quota
    check "one thread" cmp -s one quota
done
limited 0 2:cpuacct,cpu:/ cpu/cpu.cfs_quota_us=90000 cpu/cpu.cfs_period_us=100000 -- \
    pdbgen --dry-run --json -d none 7-8
need_of >quota
check "one thread, version 1" cmp -s one quota
for quota in 'cpu.max=max 100000' 'cpu.max=90000000 100000' 'cpu.max='; do
    limited 0 0::/apps "$quota" -- pdbgen --dry-run --json -d none 7-8
    need_of >quota
    check "all threads" cmp -s all quota
done
limited 0 2:cpu:/ cpu/cpu.cfs_quota_us=-1 cpu/cpu.cfs_period_us=100000 -- \
    pdbgen --dry-run --json -d none 7-8
need_of >quota
check "all threads, version 1" cmp -s all quota

# A directory that is read-only, also to root: solving goes on in memory, generating is refused.
cat >sealing <<'END'
mkdir -p sealed
mount --bind sealed sealed && mount -o remount,bind,ro sealed || exit 9
exec "$@"
END
edge='1 2 3/4 5 6/7 0 8'
run 3 unshare -m sh sealing pdbgen -d sealed --board 3x3 8
err_has 'sealed.*Read-only file system'
out_empty
for name in '' '-p 8' --generate; do
    # shellcheck disable=SC2086
    run 0 unshare -m sh sealing pdbsolve -d sealed $name "$edge"
    out_is '1 L'
    err_has 'none can be kept there: Read-only file system: .* in memory; name '
done
run 3 unshare -m sh sealing pdbsolve -d sealed -o sealed/answers "$edge"
err_has 'sealed/answers.*Read-only file system'
check "nothing was written" [ "$(files sealed)" -eq 0 ]
pdbgen -q -d sealed --board 3x3 8 >/dev/null
run 0 unshare -m sh sealing pdbsolve -d sealed -p 8 "$edge"
out_is '1 L'
err_empty

# No home: tables stay in memory, and pdbgen asks for a directory.
run 0 env -u HOME -u TILEPDB_DIR pdbsolve "$edge"
out_is '1 L'
err_has 'no directory for databases: .* in memory; name a directory with --dir'
run 3 env -u HOME -u TILEPDB_DIR pdbgen --board 3x3 8
err_has 'no directory for databases: .*; name one with --dir'

# No /tmp, or one that is read-only: only the integer program needs it.
cat >bare <<'END'
set -e
how=$1 tools=$2
shift 2
mkdir -p root
mount -t tmpfs none root
for at in /*; do
    if [ -L "$at" ]; then cp -P "$at" root; elif [ -d "$at" ] && [ "$at" != /tmp ]; then
        mkdir "root$at"
        mount --rbind "$at" "root$at"
    fi
done
mkdir root/tools root/here
mount --bind "$tools" root/tools
mount --bind . root/here
if [ "$how" = sealed ]; then
    mkdir root/tmp
    mount --bind root/tmp root/tmp
    mount -o remount,bind,ro root/tmp
fi
exec chroot root env -u TMPDIR HOME=/here TILEPDB_DIR=/here/db sh -c 'cd /here && exec "$@"' sh "$@"
END
for how in missing sealed; do
    run 0 unshare -m sh bare $how "$build" /tools/pdbgen -q --force --board 3x3 8
    run 0 unshare -m sh bare $how "$build" /tools/pdbsolve -p 8 -o answers "$edge"
    check "$how /tmp: the answer" [ "$(cat answers)" = '1 L' ]
    command -v cbc >/dev/null || continue
    run 3 unshare -m sh bare $how "$build" /tools/pdbmethods ilp '1 2/0 3'
    out_is error
    err_has "cannot write the integer program to '/tmp': .*; set TMPDIR to another directory"
done
finish
