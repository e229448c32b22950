#!/usr/bin/env bash
# fetch-node.sh OUT KEYRING: nodejs.org's distributions for every target, unpacked into OUT, of the version that linux-x64 has in
# node-runtimes.tsv. A key of KEYRING (of github.com/nodejs/release-keys) must have signed their checksums.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(mkdir -p "$1" && cd "$1" && pwd)
keyring=$(realpath "$2")
version=$(awk '$1 == "linux-x64" { print $3 }' "$here/node-runtimes.tsv")
dist=${NODE_MIRROR:-https://nodejs.org/dist}/v$version
download() { curl --fail --silent --show-error --location --retry 3 --remote-name "$dist/$1"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
download SHASUMS256.txt.asc
gpgv --quiet --keyring "$keyring" --output SHASUMS256.txt SHASUMS256.txt.asc
while read -r target _; do
  case $target in win-*) file=node-v$version-$target.zip ;; *) file=node-v$version-$target.tar.gz ;; esac
  download "$file"
  grep "  $file\$" SHASUMS256.txt | sha256sum --check --strict --quiet
  case $file in *.zip) unzip -q "$file" -d "$out" ;; *) tar -xzf "$file" -C "$out" ;; esac
  rm "$file"
done <"$here/node-runtimes.tsv"
