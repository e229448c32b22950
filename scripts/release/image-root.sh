#!/usr/bin/env bash
# image-root.sh ARCHIVE ROOT [ARCH]: the files of the image: libc, libstdc++ and base files of Debian, and the archive in /opt/brctl.
# No shell and no package manager.
set -euo pipefail
archive=$(realpath "$1") root=$2 arch=${3:-$(dpkg --print-architecture)}
mkdir -p "$root"
root=$(realpath "$root")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" "$root"
(cd "$work" && apt-get download -qq "libc6:$arch" "libgcc-s1:$arch" "libstdc++6:$arch" "base-files:$arch" netbase 2>/dev/null)
for file in "$work"/*.deb; do dpkg-deb -x "$file" "$root"; done
rm -rf "$root"/usr/share/{doc,locale,man,lintian,gcc,info,gdb} "$root"/{boot,home,root,var,mnt,media,srv,opt}
mkdir -p "$root/opt/brctl" "$root/data" "$root/feed" "$root/tmp" "$root/proc" "$root/dev" "$root/sys"
chmod 1777 "$root/tmp"
tar -xzf "$archive" -C "$root/opt/brctl" --strip-components=1
printf 'root:x:0:0:root:/:/sbin/nologin\nbrctl:x:10001:10001:brctl:/data:/sbin/nologin\n' >"$root/etc/passwd"
printf 'root:x:0:\nbrctl:x:10001:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
