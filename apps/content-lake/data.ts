import { globSync } from 'node:fs';
import path from 'node:path';
import { controlMigrations } from './access/control.ts';
import { datasetMigrations } from './store/dataset-tables.ts';
import { requireCompatibleVersion } from './store/open.ts';

const databases = { 'lake.sqlite': controlMigrations, 'datasets/*.sqlite': datasetMigrations };

/** Throws a StartError if a newer release has migrated the folder's data. Changes nothing. */
export function requireCompatibleLakeData(folder: string): void {
  for (const [pattern, migrations] of Object.entries(databases))
    for (const file of globSync(pattern, { cwd: folder }))
      requireCompatibleVersion(path.join(folder, file), migrations);
}
