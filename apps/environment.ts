import { existsSync } from 'node:fs';
import path from 'node:path';
import { readSettings, type Settings } from '#settings';

/** The folder that holds package.json. */
export const projectRoot = path.resolve(import.meta.dirname, '..');

/** The settings of `.env` and of the environment, which wins. Throws an Error that names each wrong variable. */
export function loadSettings(): Settings {
  const file = path.join(projectRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return readSettings({
    ...process.env,
    DATA_DIR: path.resolve(projectRoot, process.env.DATA_DIR || '.data'),
  });
}
