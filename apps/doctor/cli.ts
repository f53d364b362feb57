import { spawnSync } from 'node:child_process';
import { findReason, reportCheck } from '#telemetry/report-check.ts';
import { loadSettings, projectRoot } from '../environment/environment.ts';
import { openSecrets } from '../environment/secrets.ts';
import { describeServices } from '../start/services.ts';
import { checkAddress } from './address.ts';
import { checkConditions } from './conditions.ts';
import { checkLinks } from './links.ts';
import { checkFolder, checkMachine } from './machine.ts';

// `npm run doctor`: checks a deployment and prints what to do. Exits with 1 if there is an error. With `--watch`, stores and
// notifies conditions, and exits with 1 only if nobody could be notified; `deploy/doctor.timer` runs it.
try {
  const settings = loadSettings();
  const isWatch = process.argv.includes('--watch');
  if (checkFolder(settings.dataDir)) {
    const { selfUrl } = describeServices(settings, openSecrets(settings.dataDir), { dev: false });
    const results = await checkConditions(settings, selfUrl);
    if (!isWatch) {
      checkMachine(settings);
      await checkLinks(selfUrl);
      await checkAddress(settings, selfUrl);
    }
    // A script of the site checks the ledger, the keys and the content, and prints all conditions.
    const site = ['apps/start/with-settings.ts', 'web/doctor.ts', ...(isWatch ? ['--watch'] : [])];
    const { status } = spawnSync(process.execPath, site, {
      cwd: projectRoot,
      input: JSON.stringify(results),
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    process.exitCode ||= status ?? 1;
  }
} catch (error) {
  reportCheck('error', 'Settings', findReason(error));
}
