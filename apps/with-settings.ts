import { spawnSync } from 'node:child_process';
import { loadSettings } from './environment.ts';
import { openSecrets } from './secrets.ts';
import { describeServices } from './services.ts';

// `node apps/with-settings.ts SCRIPT …`: runs a script of the site with the environment that a start gives to the site.
try {
  const settings = loadSettings();
  const { site } = describeServices(settings, openSecrets(settings.dataDir), { dev: false });
  const { status } = spawnSync(process.execPath, process.argv.slice(2), {
    stdio: 'inherit',
    env: { ...process.env, ...site.env },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
