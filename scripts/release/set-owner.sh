#!/usr/bin/env bash
# set-owner.sh LOGIN: writes the owner's login in place of <OWNER> and @OWNER, in every file of the repository.
set -euo pipefail
owner=${1:?the login of the owner at GitHub, which is the scope at npm too}
[[ $owner =~ ^[a-z0-9]([a-z0-9-]{0,37}[a-z0-9])?$ ]] || { echo "not a login in lower case, as npm wants it: $owner" >&2; exit 2; }
cd "$(dirname "$0")/../.."
git grep -lIE '<OWNER>|@OWNER\b|OWNER-brctl' -- ':!scripts/release/set-owner.sh' ':!test/release/set-owner.test.ts' | xargs sed -i -E "s/<OWNER>/$owner/g; s/@OWNER\b/@$owner/g; s/\bOWNER-brctl/$owner-brctl/g"
git status --short
