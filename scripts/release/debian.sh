#!/usr/bin/env bash
# debian.sh ARCHIVE OUT: the Debian package brctl-feed, which carries its own Node: Debian 12 has 18. Command, man pages and completions
# are called brctl-feed, since brctl, brctl(8) and the completions of that name are those of bridge-utils.
set -euo pipefail
archive=$1 out=$2
src=$(cd "$(dirname "$0")/../.." && pwd)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$src" log -1 --format=%ct)} TZ=UTC LC_ALL=C
umask 022
case $archive in *linux-arm64*) arch=arm64 ;; *) arch=amd64 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree root=$work/root
lib=$root/usr/lib/brctl-feed share=$root/usr/share
doc=$share/doc/brctl-feed
mkdir -p "$tree" "$root/DEBIAN" "$root/usr/bin" "$lib" "$doc" "$root/etc/brctl" "$root/usr/lib/systemd/system" "$root/usr/lib/sysusers.d" \
  "$share"/{man/man1,bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d,lintian/overrides}
tar -xzf "$archive" -C "$tree" --strip-components=1
version=$(cut -d' ' -f1 "$tree/VERSION")-1

cp "$tree/lib/node" "$lib/node"
cp -r "$tree/lib/brctl" "$lib/app"
cp "$tree/VERSION" "$lib/VERSION"
find "$lib/app" -iname 'licen[cs]e*' -type f -not -path '*/dist/*' -delete
# Nothing in there is run by itself.
find "$lib/app" -name '*.*js' -type f -exec sed -i '1{/^#!/d}' {} +
printf '#!/bin/sh\nexec /usr/lib/brctl-feed/node /usr/lib/brctl-feed/app/bin/brctl.js "$@"\n' >"$root/usr/bin/brctl-feed"
# Who wants the short name puts this folder first in PATH: nothing of bridge-utils is touched.
mkdir "$lib/bin"
ln -s ../../../bin/brctl-feed "$lib/bin/brctl"

# The command's name, and not the same word in a path, a file name or a schema.
rename='s/(?<![\w.\/~-])brctl(?![\w.\/])/brctl-feed/g'
for page in "$tree"/share/man/man1/*.1; do
  name=$(basename "$page")
  perl -pe "$rename" "$page" | gzip -9n >"$share/man/man1/brctl-feed${name#brctl}.gz"
done
perl -pe "$rename" "$tree/share/bash-completion/completions/brctl" >"$share/bash-completion/completions/brctl-feed"
perl -pe "$rename" "$tree/share/zsh/site-functions/_brctl" >"$share/zsh/vendor-completions/_brctl-feed"
perl -pe "$rename" "$tree/share/fish/vendor_completions.d/brctl.fish" >"$share/fish/vendor_completions.d/brctl-feed.fish"

for unit in "$src"/deploy/*.service; do
  sed 's#/usr/bin/env brctl #/usr/bin/brctl-feed #' "$unit" >"$root/usr/lib/systemd/system/$(basename "$unit")"
done
echo 'u brctl - "brctl service" /var/lib/brctl' >"$root/usr/lib/sysusers.d/brctl-feed.conf"
echo '# BRCTL_ENGINE_URLS=https://node1:9200' >"$root/etc/brctl/engine.env"
echo /etc/brctl/engine.env >"$root/DEBIAN/conffiles"

{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: brctl\n\n'
  printf 'Files: *\nCopyright: the authors of brctl\nLicense: MIT\n'
  sed 's/^[[:space:]]*$/./; s/^/ /' "$tree/LICENSE"
  printf '\nFiles: usr/lib/brctl-feed/node\nCopyright: Node.js contributors and others\nLicense: node-and-its-parts\n'
  printf ' See node.txt.gz beside this file. The text of the Apache licence 2.0 is /usr/share/common-licenses/Apache-2.0.\n'
} >"$doc/copyright"
cp "$tree"/licenses/*.txt "$tree/sbom.cdx.json" "$doc/"
gzip -9n "$doc"/*.txt "$doc/sbom.cdx.json"
printf 'brctl-feed (%s) unstable; urgency=medium\n\n  * See /usr/lib/brctl-feed/app/CHANGELOG.md.\n\n -- brctl <security@example.invalid>  %s\n' \
  "$version" "$(date -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.Debian.gz"
cat >"$share/lintian/overrides/brctl-feed" <<'L'
# Node is carried on purpose, as nodejs.org built it: Debian 12 has 18, which is too old.
brctl-feed: embedded-library *
brctl-feed: unstripped-binary-or-object *
brctl-feed: statically-linked-binary *
brctl-feed: hardening-no-pie *
# No bug of Debian asks for this package: it does not come from Debian.
brctl-feed: initial-upload-closes-no-bugs *
L
cat >"$root/DEBIAN/postinst" <<'P'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if command -v systemd-sysusers >/dev/null; then
    systemd-sysusers brctl-feed.conf
  elif ! getent passwd brctl >/dev/null; then
    adduser --system --group --home /var/lib/brctl --no-create-home --quiet brctl
  fi
  chmod 600 /etc/brctl/engine.env
  if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
fi
P
cat >"$root/DEBIAN/prerm" <<'P'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl stop brctl-local.service brctl-ingest.service 'brctl-search@*' || true
fi
P
cat >"$root/DEBIAN/control" <<C
Package: brctl-feed
Version: $version
Architecture: $arch
Maintainer: brctl <security@example.invalid>
Installed-Size: $(du -sk --apparent-size "$root" | cut -f1)
Depends: libc6 (>= 2.29), libstdc++6 (>= 9), libgcc-s1, adduser
Suggests: man-db, bash-completion
Section: utils
Priority: optional
Description: feed a commerce-search service
 Makes the smallest delta between two product catalogs, delivers it, follows
 its jobs and searches. Also serves a local copy of the service to develop
 against. The command is brctl-feed: brctl is bridge-utils' program.
C
find "$root" -type d -exec chmod 755 {} +
find "$root" -type f -exec chmod 644 {} +
chmod 755 "$root"/DEBIAN/{postinst,prerm} "$root/usr/bin/brctl-feed" "$lib/node"
(cd "$root" && find usr etc -type f | sort | xargs -d '\n' md5sum >DEBIAN/md5sums)
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz -z1 --build "$root" "$out/brctl-feed_${version}_$arch.deb"
