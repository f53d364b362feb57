import { globSync } from 'node:fs';
import path from 'node:path';
import { controlMigrations } from './access/control.ts';
import { datasetMigrations } from './store/dataset-tables.ts';
import { requireKnown } from './store/open.ts';

const databases = { 'lake.sqlite': controlMigrations, 'datasets/*.sqlite': datasetMigrations };

/** Throws a StartError if the folder's data needs a newer release. Changes nothing. */
export function requireKnownData(folder: string): void {
  for (const [pattern, migrations] of Object.entries(databases))
    for (const file of globSync(pattern, { cwd: folder })) requireKnown(path.join(folder, file), migrations);
}
