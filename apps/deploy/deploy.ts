import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { requireCompatibleLakeData } from 'content-lake/data';
import { requireCompatibleVersion } from 'content-lake/sqlite';
import { accountMigrations } from '../accounts/database.ts';
import { adoptStaticFiles, prepareRelease, releaseOfSources, servicesDigest } from '../build/build.ts';
import { loadSettings, projectRoot, runProgram } from '../environment/environment.ts';
import { type Deployment, isLocked, readDeployment, starterFolders, writeDeployment } from './deployment.ts';

// `npm run deploy`: switches what runs on DATA_DIR to this folder's sources, part by part, without a failed request.
try {
  const { dataDir } = loadSettings();
  const starts = starterFolders(dataDir).map((folder) => ({
    folder,
    running: readDeployment(folder, 'running'),
  }));
  if (starts.length === 0) throw new Error(`Nothing runs on ${dataDir}: npm start begins with this release.`);
  const hasSite = starts.some(({ running }) => running?.part !== 'lake');
  const release = hasSite ? await prepareRelease(console.log) : releaseOfSources().name;
  for (const { folder, running } of starts) {
    if (!running) throw new Error(`What runs on ${folder} is not ready yet: try again soon.`);
    await requireCompatibleData(dataDir, hasSite).catch((error) =>
      failSwitch(release, running.release, error.message),
    );
    await switchRelease(folder, release, running);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function switchRelease(folder: string, release: string, running: Deployment) {
  const { part } = running;
  if (part !== 'lake') adoptStaticFiles(running, release);
  const at = new Date().toISOString();
  writeDeployment(folder, 'wanted', { part, root: projectRoot, release, at, services: servicesDigest() });
  console.log(`Going over to release ${release} …`);
  while (readDeployment(folder, 'wanted') && isLocked(folder)) await wait(100);
  const abandoned = readDeployment(folder, 'abandoned');
  if (abandoned?.at === at) failSwitch(release, running.release, abandoned.reason);
  const now = readDeployment(folder, 'running');
  // Of two deployments at once, the other may have won.
  if (now?.release !== release || now.root !== projectRoot)
    throw new Error(`Release ${release} did not take over: ${now?.release} is the last that did.`);
  console.log(`Release ${release} runs.`);
}

/** Throws an Error if this release cannot run on the data, while the running one goes on. */
async function requireCompatibleData(dataDir: string, hasSite: boolean) {
  const folder = path.join(dataDir, 'content-lake');
  const accounts = path.join(folder, 'accounts.sqlite');
  requireCompatibleLakeData(folder);
  if (existsSync(accounts)) requireCompatibleVersion(accounts, accountMigrations);
  const check = ['apps/start/with-settings.ts', 'web/database/check.ts'];
  // It may have to wait for whoever uses the ledger, and says so.
  if (hasSite) await runProgram(process.execPath, check, { LOG_FORMAT: 'text' }, console.log);
}

function failSwitch(release: string, running: string, reason = ''): never {
  throw new Error(`Release ${release} could not take over, so ${running} goes on. ${reason}`);
}
