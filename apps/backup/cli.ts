import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadSettings } from '../environment/environment.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

// `npm run backup [-- --to FOLDER --if-changed]` and `npm run restore -- FILE`.
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, 'if-changed': { type: 'boolean' } },
  });
  const [command, file] = positionals;
  const { dataDir, databaseUrl, backup } = loadSettings();
  const { passphrase, keep } = backup;
  const to = values.to ?? backup.folder;
  if (command === 'restore') {
    if (!file) throw new Error('Name the backup to restore: npm run restore -- FILE');
    const { made, proof } = await restoreBackup({ file, dataDir, databaseUrl, passphrase });
    console.log(`Restored into ${dataDir} the state of ${made}. These counts match the backup:`);
    for (const [name, counts] of Object.entries(proof))
      console.log(
        `  ${name}: ${Object.entries(counts)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ')}`,
      );
  } else {
    if (!to)
      throw new Error(
        'Name a folder for the backup: npm run backup -- --to FOLDER, or set BACKUP_DIR in .env.',
      );
    const ifChanged = values['if-changed'];
    const made = await makeBackup({
      dataDir,
      databaseUrl,
      to: path.resolve(to),
      keep,
      passphrase,
      ifChanged,
    });
    console.log(made || 'Nothing has changed since the last backup.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
