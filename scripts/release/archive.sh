#!/usr/bin/env bash
# archive.sh PACKAGE TARGET NODE_VERSION NODE OUT: one archive, of the npm package, what the lock file puts beside it, and Node.
set -euo pipefail
package=$1 target=$2 node_version=$3 node=$4 out=$5
src=$(cd "$(dirname "$0")/../.." && pwd)
version=$(node -p 'require(process.argv[1]).version' "$src/package.json")
commit=${BRCTL_COMMIT:-$(git -C "$src" rev-parse HEAD)}
name=brctl-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/$name
app=$top/lib/brctl
mkdir -p "$app" "$top/bin" "$top/licenses"

# The lock file says what is beside: an install of the package would take whatever is newest today.
tar -xzf "$package" -C "$app" --strip-components=1
cp "$src/package-lock.json" "$app/"
(cd "$app" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --silent --os="${target%%-*}" --cpu="${target##*-}" >&2)
(cd "$src" && npm sbom --package-lock-only --omit=dev --sbom-format cyclonedx) >"$work/beside.json"
rm -f "$app/package-lock.json" "$app/node_modules/.package-lock.json"

# This system's native part alone, and nothing that only compilers or editors read.
prebuilds=$app/node_modules/@photostructure/sqlite/prebuilds
find "$prebuilds" -mindepth 1 -maxdepth 1 ! -name "${target/#win-/win32-}" -exec rm -rf {} +
rm -f "$prebuilds"/*/*.musl.node
[ "$(find "$prebuilds" -name '*.node' | wc -l)" -eq 1 ]
(cd "$app/node_modules" && rm -rf nan node-addon-api buildcheck cpu-features zlib-sync .bin \
  @photostructure/sqlite/{src,scripts,binding.gyp} ssh2/{test,util,examples} ssh2/lib/protocol/crypto/{src,binding.gyp})
find "$app/node_modules" \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -iname 'changelog*' -o -iname 'readme*' \
  -o -name '.github' -o -name '.eslintrc*' -o -name '.npmignore' \) -exec rm -rf {} +

# The licences, first: the parts that carry them may go.
cp "$src/LICENSE" "$top/LICENSE"
cp "$node/LICENSE" "$top/licenses/node.txt"
cp "$app/dist/THIRD-PARTY-LICENSES.txt" "$top/licenses/bundled.txt"
(cd "$app/node_modules" && find . -iname 'licen[cs]e*' -type f | sort | while read -r file; do
  printf '%s\n\n' "${file#./}"
  cat "$file"
  printf '\n%s\n' --------
done) >"$top/licenses/beside.txt"

# Stripping saves 18 MB of an ELF file; it would void the signatures of the others.
case $target in
  win-*)
    cp "$(find "$node" -name node.exe | head -1)" "$top/lib/node.exe"
    for command in brctl brctl-feed; do
      printf '@echo off\r\n"%%~dp0..\\lib\\node.exe" "%%~dp0..\\lib\\brctl\\bin\\brctl.js" %%*\r\n' >"$top/bin/$command.cmd"
    done
    ;;
  *)
    cp "$node/bin/node" "$top/lib/node"
    if [ "$target" = linux-x64 ]; then strip -s "$top/lib/node"; fi
    cp "$src/scripts/release/launcher.sh" "$top/bin/brctl"
    chmod 755 "$top/bin/brctl" "$top/lib/node"
    ln -s brctl "$top/bin/brctl-feed"
    share=$top/share
    mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
    mv "$app"/dist/man/*.1 "$share/man/man1/"
    cp "$app/dist/completion.bash" "$share/bash-completion/completions/brctl"
    cp "$app/dist/completion.zsh" "$share/zsh/site-functions/_brctl"
    cp "$app/dist/completion.fish" "$share/fish/vendor_completions.d/brctl.fish"
    ;;
esac
rm -rf "$app/dist/man" "$app/dist/types"
node "$src/scripts/release/bill-of-materials.mjs" "$work/beside.json" "$app/dist/sbom.json" "$target" "$commit" "$node_version" >"$top/sbom.cdx.json"
printf '%s %s\n' "$version" "$commit" >"$top/VERSION"

find "$top" -type d -exec chmod 755 {} +
find "$top" -type f ! -perm -100 -exec chmod 644 {} +
find "$top" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
cd "$work"
case $target in
  win-*)
    find "$name" -type f | sort | zip -q -X -6 -@ "$name.zip"
    mv "$name.zip" "$out/"
    ;;
  *)
    tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" | gzip -n -6 >"$name.tar.gz"
    mv "$name.tar.gz" "$out/"
    ;;
esac
