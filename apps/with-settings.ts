import { spawnSync } from 'node:child_process';
import { loadSettings } from './environment.ts';
import { openSecrets } from './secrets.ts';
import { describeServices } from './services.ts';

// `node apps/with-settings.ts SCRIPT …`: runs a script with the settings that a start gives to the site and the lake. The
// embedded lake can be exported also while the site uses hosted Sanity.
try {
  const settings = loadSettings();
  const { site, embeddedLake } = describeServices(settings, openSecrets(settings.dataDir), { dev: false });
  const { status } = spawnSync(process.execPath, process.argv.slice(2), {
    stdio: 'inherit',
    env: { ...process.env, ...embeddedLake.env, ...site.env },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
