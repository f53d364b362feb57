#!/bin/sh
# Restores the last copies aside, and compares every table. Fails if a copy cannot be restored. Run by restore-drill.timer.
set -eu
cd "$(dirname "$0")/.."
aside=$(mktemp -d "$BACKUP_DIR/.unfinished-drill-XXXXXX")
report="$BACKUP_DIR/drill.txt"
# The doctor reports a drill that does not end well.
echo "The last restore drill, begun at $(date -u +%FT%TZ), did not end well. See why: journalctl -u restore-drill" > "$report.new"
trap 'rm -rf "$aside"; mv "$report.new" "$report"' EXIT

last=$(ls "$BACKUP_DIR" | grep '^backup-.*\.tar\.gz' | sort | tail -n 1)
# DRILL_DATABASE_URL names an empty database, if the ledger is in PostgreSQL.
DATA_DIR="$aside/backup" DATABASE_URL="${DRILL_DATABASE_URL:-}" node_modules/.bin/node apps/backup/cli.ts restore "$BACKUP_DIR/$last"

config=${LITESTREAM_CONFIG:-/etc/litestream.yml}
if [ -e "$config" ]; then
  for database in $(sed -n 's/^ *- path: //p' "$config"); do
    litestream restore -config "$config" -o "$aside/copy.sqlite" "$database"
    # Throws if the file is damaged, and prints how many rows each table has.
    node_modules/.bin/node -e "import('./apps/backup/table-counts.ts').then(({ verifySqlite }) => console.log('$database', verifySqlite('$aside/copy.sqlite')))"
    rm "$aside"/copy.sqlite*
  done
fi
: > "$report.new"
