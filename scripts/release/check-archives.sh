#!/usr/bin/env bash
# check-archives.sh OUT: builds the archive of this system into OUT, and again from a clone elsewhere: the same bytes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
src=$(cd "$here/../.." && pwd)
target=linux-$(node -p process.arch)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet --local "$src" "$work/clone"
cp -al "$src/node_modules" "$work/clone/node_modules"
"$here/archives.sh" "$1" "$target"
"$work/clone/scripts/release/archives.sh" "$work/again" "$target" >/dev/null
diff "$1/SHA256SUMS" "$work/again/SHA256SUMS"
