import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadSettings } from '../environment/environment.ts';
import { openSecrets } from '../environment/secrets.ts';
import { describeServices } from './services.ts';

// `node apps/start/with-settings.ts SCRIPT …`: runs a script with the environment that `npm start` gives the site and
// the embedded lake, even if the site uses hosted Sanity.
try {
  const settings = loadSettings();
  const { site, embeddedLake } = describeServices(settings, openSecrets(settings.dataDir), { dev: false });
  Object.assign(process.env, { NODE_ENV: 'production' }, embeddedLake.env, site.env);
  process.argv.splice(1, 1);
  await import(pathToFileURL(path.resolve(process.argv[1] ?? '')).href);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
