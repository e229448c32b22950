#!/usr/bin/env bash
# Packs the project, installs the tarball into an empty folder without install scripts, and works with what came out.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

name=$(node -p "require('$root/package.json').name")
tarball=$(cd "$root" && npm pack --silent --pack-destination "$work")
bytes=$(wc -c <"$work/$tarball")
[ "$bytes" -le 1000000 ] || { echo "the package has $bytes bytes: it may have 1,000,000 at most" >&2; exit 1; }
mkdir "$work/empty" && cd "$work/empty"
npm init -y >/dev/null
npm install --ignore-scripts --engine-strict --no-audit --no-fund --silent "$work/$tarball"
export XDG_STATE_HOME=$work/state HOME=$work/home
mkdir -p "$HOME"
brctl=$work/empty/node_modules/.bin/brctl

"$brctl" --version
node -e 'const { components } = require(process.argv[1]); if (components.length < 10) process.exit(1)' "./node_modules/$name/dist/sbom.json"
"$brctl" diff "$root/fixtures/catalog.jsonl" "$root/fixtures/catalog-next-day.jsonl" -o delta.jsonl
test -s delta.jsonl
"$brctl" serve --port 0 --sftp-port 0 --memory --load "products_en=$root/fixtures/catalog.jsonl" \
  --exec "'$brctl' search lamp --json --rows 1" | tee answer.json
grep -q '"schema":"brctl.search/1"' answer.json

# What other programs import, as docs/reference/library.md shows it, with its types.
cp "$root/fixtures/catalog.jsonl" "$root/fixtures/catalog-next-day.jsonl" .
sed -n '/^```ts$/,/^```$/p' "$root/docs/reference/library.md" | grep -v '^```' >use.mts
npm install --ignore-scripts --no-audit --no-fund --silent typescript@7 @types/node@20
npx tsc --strict --module nodenext --target es2022 --types node use.mts
node use.mjs

# A project that gives it the short name, as the page says, imports it by that.
npm install --ignore-scripts --no-audit --no-fund --silent "brctl@file:$work/$tarball"
node --input-type=module -e 'import { startEmulator } from "brctl/emulator"; await (await startEmulator()).stop();'
