#!/bin/sh
# `npm run update` says what is old or has known faults. `npm run update -- TAG` updates to a tag, or to the newest with `latest`.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
# In the folder, because the site's user and its unit cannot write elsewhere in /srv.
beside="$root/update"
cd "$root"

say() { printf '%s\n' "$*"; }

git fetch --quiet --tags || say "The tags could not be fetched. This is about the tags that are here."
newest=$(git tag --sort=-v:refname | head -n 1)
before=$(git rev-parse HEAD)

if [ $# -eq 0 ]; then
  say "Running: $(git describe --tags --always). Newest tag: ${newest:-none}."
  # The newest tag's list of faults is newer than ours.
  list=$(mktemp -d)
  trap 'rm -rf "$list"' EXIT
  git show "${newest:-HEAD}:apps/start/node-faults.js" > "$list/faults.mjs" 2>/dev/null ||
    cp apps/start/node-faults.js "$list/faults.mjs"
  node -e "import('$list/faults.mjs').then(({ findNodeFault }) => console.log(findNodeFault(process.versions.node) || 'Node ' + process.versions.node + ' has no known fault.'))"
  say "Packages with known faults, as far as the registry says:"
  npm audit --omit=dev || say "See above. Update to a tag that has the corrected versions."
  exit 0
fi

tag=$1
if [ "$tag" = latest ]; then tag=$newest; fi
git rev-parse --quiet --verify "$tag^{commit}" > /dev/null || { say "There is no tag $tag."; exit 1; }
[ -z "$(git status --porcelain --untracked-files=no)" ] || { say "Files here differ from the commit. Commit or undo that first."; exit 1; }
if [ -n "${UPDATE_VERIFY:-}" ]; then git verify-tag "$tag"; fi

remove_beside() {
  git worktree remove --force "$beside" 2>/dev/null || rm -rf "$beside"
  git worktree prune
}

# Returns to the release before, whose sources and packages are untouched here. It is built, so this takes seconds.
come_back() {
  say "$1 Returning to the release before."
  npm run --silent deploy || say "Could not return by itself. Run: systemctl restart site"
  remove_beside
  exit 1
}

# An update that was killed may have left the site running from there.
if [ -e "$beside" ]; then npm run --silent deploy; fi

say "Installing $tag in $beside …"
remove_beside
git worktree add --quiet --detach "$beside" "$tag"
if [ -e .env ]; then cp -p .env "$beside/.env"; fi
# `npm run deploy` switches once the release is ready on the real data. Until then, the current one runs.
(cd "$beside" && npm ci && npm run build) || { remove_beside; say "$tag could not be built. Nothing has changed."; exit 1; }
(cd "$beside" && npm run --silent deploy) || come_back "$tag did not start on the data."

# The next restart uses this folder. Nothing runs from it now, so its packages can be replaced.
if git checkout --quiet --detach "$tag" &&
  rm -rf node_modules.update node_modules.before &&
  cp -al "$beside/node_modules" node_modules.update &&
  mv node_modules node_modules.before &&
  mv node_modules.update node_modules &&
  npm run build &&
  npm run --silent deploy; then
  rm -rf node_modules.before
  remove_beside
  say "$tag is running. To go back: npm run update -- $before"
else
  git checkout --quiet --detach "$before"
  if [ -e node_modules.before ]; then
    rm -rf node_modules
    mv node_modules.before node_modules
  fi
  come_back "$tag could not be built here."
fi
