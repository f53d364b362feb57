import { spawnSync } from 'node:child_process';
import { findReason, reportCheck } from '#telemetry/report-check.ts';
import { loadSettings, projectRoot } from '../environment/environment.ts';
import { openSecrets } from '../environment/secrets.ts';
import { describeServices } from '../start/services.ts';
import { checkAddress, checkSite } from './address.ts';
import { checkLinks } from './links.ts';
import { checkFolder, checkMachine } from './machine.ts';

// `npm run doctor`: checks a deployment and prints what to do. Exits with 1 if there is an error.
try {
  const settings = loadSettings();
  if (checkFolder(settings.dataDir)) {
    await checkMachine(settings);
    const { selfUrl } = describeServices(settings, openSecrets(settings.dataDir), { dev: false });
    if (await checkSite(selfUrl)) await checkLinks(selfUrl);
    await checkAddress(settings, selfUrl);
    // A script of the site checks the ledger, the keys and the content.
    const site = ['apps/start/with-settings.ts', 'web/doctor.ts'];
    const { status } = spawnSync(process.execPath, site, { cwd: projectRoot, stdio: 'inherit' });
    process.exitCode ||= status ?? 1;
  }
} catch (error) {
  reportCheck('error', 'Settings', findReason(error));
}
