import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { requireCompatibleLakeData } from 'content-lake/data';
import { requireCompatibleVersion } from 'content-lake/sqlite';
import { accountMigrations } from '../accounts/database.ts';
import { adoptStaticFiles, prepareRelease, releaseOfSources, servicesDigest } from '../build/build.ts';
import { loadSettings, projectRoot, runProgram } from '../environment/environment.ts';
import { type Deployment, isLocked, readDeployment, starterFolders, writeDeployment } from './deployment.ts';

// `npm run deploy`: switches or rolls back every starter on DATA_DIR to this folder's release without a failed request.
try {
  const { dataDir } = loadSettings();
  const starters = starterFolders(dataDir).map((folder) => ({
    folder,
    current: readDeployment(folder, 'current'),
  }));
  if (starters.length === 0)
    throw new Error(`Nothing is running on ${dataDir}. Start this release with npm start.`);
  const hasSite = starters.some(({ current }) => current?.part !== 'lake');
  const release = hasSite ? await prepareRelease(console.log) : releaseOfSources().name;
  for (const { folder, current } of starters) {
    if (!current) throw new Error(`The site on ${folder} is still starting. Try again soon.`);
    await requireCompatibleData(dataDir, hasSite).catch((error) =>
      failSwitch(release, current.release, error.message),
    );
    await switchRelease(folder, release, current);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function switchRelease(folder: string, release: string, previous: Deployment) {
  const { part } = previous;
  if (part !== 'lake') adoptStaticFiles(previous, release);
  const at = new Date().toISOString();
  writeDeployment(folder, 'requested', { part, root: projectRoot, release, at, services: servicesDigest() });
  console.log(`Switching to release ${release} …`);
  while (readDeployment(folder, 'requested') && isLocked(folder)) await wait(100);
  const failed = readDeployment(folder, 'failed');
  if (failed?.at === at) failSwitch(release, previous.release, failed.reason);
  const current = readDeployment(folder, 'current');
  // Two deployments may run at once, and the other one may have won.
  if (current?.release !== release || current.root !== projectRoot)
    throw new Error(`Could not switch to release ${release}; ${current?.release} is running.`);
  console.log(`Release ${release} is running.`);
}

/** Throws an Error if this release cannot run on the data. The current release keeps running. */
async function requireCompatibleData(dataDir: string, hasSite: boolean) {
  const folder = path.join(dataDir, 'content-lake');
  const accounts = path.join(folder, 'accounts.sqlite');
  requireCompatibleLakeData(folder);
  if (existsSync(accounts)) requireCompatibleVersion(accounts, accountMigrations);
  const check = ['apps/start/with-settings.ts', 'web/database/check.ts'];
  // The check prints a line while it waits for a lock on the ledger.
  if (hasSite) await runProgram(process.execPath, check, { LOG_FORMAT: 'text' }, console.log);
}

function failSwitch(release: string, current: string, reason = ''): never {
  throw new Error(`Could not switch to release ${release}; ${current} keeps running. ${reason}`);
}
