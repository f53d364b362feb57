import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readSettings } from '#settings';
import { AccessLog, failedActs } from '../../../apps/accounts/access-log.ts';
import { openAccountsDatabase } from '../../../apps/accounts/database.ts';
import { lockDataFolder, writeDeployment } from '../../../apps/deploy/deployment.ts';
import { checkConditions } from '../../../apps/doctor/conditions.ts';
import { recordRestart } from '../../../apps/start/restarts.ts';
import { writeBackup } from '../../support/backups.ts';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';

const minute = 60_000;
const dataDir = temporaryFolder();
lockDataFolder(dataDir, 'http://localhost:1');
const db = await closeAfterwards(Promise.resolve(openAccountsDatabase(path.join(dataDir, 'content-lake'))));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Returns the kinds of conditions that the doctor sees, except those of the internet. */
async function check() {
  const settings = readSettings({ DATA_DIR: dataDir });
  const results = await checkConditions(settings, 'http://127.0.0.1:1');
  return results
    .filter(({ kind, findings }) => findings.length > 0 && kind !== 'known-fault')
    .map(({ kind }) => kind);
}

test('the doctor sees crashes, a failed release, guessed passwords and a stopped site', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  // Without npm, nobody asks the internet about packages.
  vi.stubEnv('PATH', '');
  expect(await check()).toEqual(['not-ready']);
  for (let count = 0; count < 4; count += 1) recordRestart(dataDir, 'site');
  const release = { part: 'all' as const, root: dataDir, services: '-', at: new Date().toISOString() };
  writeDeployment(dataDir, 'current', { ...release, release: 'old', at: '2026-01-01T00:00:00.000Z' });
  const log = new AccessLog(db, 365);
  const fail = () =>
    log.record(failedActs.failed, { actor: 'Asha', subject: 'Asha', address: '203.0.113.7' });
  for (let count = 0; count < 49; count += 1) fail();
  expect(await check()).toEqual(['not-ready']);
  recordRestart(dataDir, 'site');
  writeDeployment(dataDir, 'failed', { ...release, release: 'new', reason: 'It is not ready.' });
  fail();
  expect(await check()).toEqual(['not-ready', 'crash-loop', 'deploy-failed', 'failed-sign-ins']);
  writeDeployment(dataDir, 'current', { ...release, release: 'newest', at: '2099-01-01T00:00:00.000Z' });
  vi.useFakeTimers({ now: Date.now() + 31 * minute, toFake: ['Date'] });
  expect(await check()).toEqual(['not-ready']);
});

test('the doctor reports a trial restore that failed', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.stubEnv('PATH', '');
  const to = temporaryFolder();
  await writeBackup(to, 1);
  const settings = readSettings({ DATA_DIR: dataDir, BACKUP_DIR: to });
  const findBackup = async () => {
    const results = await checkConditions(settings, 'http://127.0.0.1:1');
    return results.find(({ kind }) => kind === 'backup')?.findings;
  };
  const report = path.join(to, 'drill.txt');
  writeFileSync(report, '');
  expect(await findBackup()).toEqual([]);
  writeFileSync(report, 'The last restore drill did not end well.\n');
  expect(await findBackup()).toMatchObject([{ detail: expect.stringContaining('did not end well') }]);
});
