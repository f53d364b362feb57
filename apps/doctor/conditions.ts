import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Settings } from '#settings';
import { type CheckResult, type ConditionKind, conditions } from '#telemetry/conditions.ts';
import { findReason, reportCheck } from '#telemetry/report-check.ts';
import { AccessLog } from '../accounts/access-log.ts';
import { findLastBackup, listBackups } from '../backup/stored-backups.ts';
import { readDeployment, starterFolders } from '../deploy/deployment.ts';
import { hour } from '../environment/durations.ts';
import { projectRoot } from '../environment/environment.ts';
import { findNodeFault } from '../start/node-faults.js';
import { findCrashLoop } from '../start/restarts.ts';
import { findCertificateProblem, findSiteProblem } from './address.ts';

/** Backups are daily; the starter checks every hour whether one is due. */
const maxBackupAgeHours = 26;

/** Checks the conditions of this machine that the site itself does not see. A check that fails has no result. */
export async function checkConditions(settings: Settings, selfUrl: string): Promise<CheckResult[]> {
  // To find a running starter takes a second.
  let folders: string[] | undefined;
  const findStarters = () => (folders ??= starterFolders(settings.dataDir));
  const checks: [ConditionKind, () => string | Promise<string>][] = [
    ['not-ready', () => findSiteProblem(selfUrl)],
    ['crash-loop', () => findCrashLoop(findStarters())],
    ['deploy-failed', () => findFailedDeployment(findStarters())],
    ['failed-sign-ins', () => findFailedSignIns(settings.dataDir)],
    ['certificate', () => findCertificateProblem(settings)],
    ['known-fault', async () => findNodeFault(process.versions.node) || (await findFaultyPackages())],
  ];
  if (settings.backup.folder) checks.push(['backup', () => findBackupProblem(settings.backup)]);
  const results: CheckResult[] = [];
  for (const [kind, check] of checks)
    try {
      const detail = await check();
      results.push({ kind, findings: detail ? [{ detail }] : [] });
    } catch (error) {
      reportCheck('warn', conditions[kind].name, `This could not be checked: ${findReason(error)}`);
    }
  return results;
}

/** This many failed sign-ins within this time, in milliseconds, are an attack. The timer's pause is half of it. */
const [mostFailures, failurePeriod] = [50, hour / 2];

function findFailedSignIns(dataDir: string): string {
  const file = path.join(dataDir, 'content-lake', 'accounts.sqlite');
  if (!existsSync(file)) return '';
  const db = new Database(file, { readonly: true });
  const count = new AccessLog(db, 0).countFailures(Date.now() - failurePeriod);
  db.close();
  return count < mostFailures ? '' : `${count} sign-ins failed in half an hour.`;
}

/** Returns why the release that was deployed last is not running. */
function findFailedDeployment(folders: string[]): string {
  for (const folder of folders) {
    const failed = readDeployment(folder, 'failed');
    const current = readDeployment(folder, 'current');
    if (failed && failed.at > (current?.at ?? '')) return `${failed.release}: ${failed.reason}`;
  }
  return '';
}

async function findBackupProblem({ folder = '', passphrase }: Settings['backup']): Promise<string> {
  const future = listBackups(folder).find(({ age }) => age < 0);
  if (future)
    return `${future.name} is dated in the future. The clock was ahead when it was made, or is behind now (see date). Once the clock is right, delete the file.`;
  const { last, unreadable } = await findLastBackup(folder, passphrase);
  const damaged = unreadable.map(
    (name) => `${name} does not count: it is damaged, renamed or encrypted with another passphrase.`,
  );
  // `deploy/restore-drill.sh` writes why its last trial restore failed.
  const drill = path.join(folder, 'drill.txt');
  if (existsSync(drill)) damaged.push(...readFileSync(drill, 'utf8').split('\n').filter(Boolean));
  const hours = last && Math.floor(last.age / hour);
  if (hours !== undefined && hours <= maxBackupAgeHours && damaged.length === 0) return '';
  return [
    hours === undefined ? `There is none in ${folder}.` : `The last one is ${hours} hours old.`,
    ...damaged,
  ].join(' ');
}

const auditSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

/** Returns the packages with a serious known fault, as npm's registry lists them. Rejects without its answer. */
async function findFaultyPackages(): Promise<string> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];
  // npm exits with 1 if it finds anything.
  const output = await new Promise<string>((resolve) =>
    execFile('npm', args, { cwd: projectRoot }, (_error, stdout) => resolve(stdout)),
  );
  const { data } = auditSchema.safeParse(JSON.parse(output || '{}'));
  if (!data) throw new Error('npm audit has no answer');
  const names = Object.entries(data.vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name]) => name);
  return names.length > 0 ? `Packages: ${names.join(', ')}. For details, run: npm audit --omit=dev` : '';
}
