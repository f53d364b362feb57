import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tryLock } from 'content-lake/sqlite';
import { z } from 'zod';
import { replaceFile } from '../environment/replace-file.ts';

/** The part of the product that a starter runs: everything, one site process, or the services without a site. */
export type Part = 'all' | 'site' | 'lake';

const deploymentSchema = z.object({
  part: z.enum(['all', 'site', 'lake']),
  /** Folder of the sources that the release was built from. */
  root: z.string(),
  release: z.string(),
  at: z.iso.datetime(),
  /** Digest of the sources of the content lake and the payment sandbox. */
  services: z.string(),
  /** The error of a failed deployment. */
  reason: z.string().optional(),
});

/** A release for a data folder: the current one, the requested one, or the last that failed. */
export type Deployment = z.infer<typeof deploymentSchema>;

/** Returns a starter's own folder, since several site processes can share a DATA_DIR. */
export const starterFolder = ({ dataDir, port }: { dataDir: string; port: number }, part: Part) =>
  part === 'site' ? path.join(dataDir, 'sites', String(port)) : dataDir;

/** Returns the folders of all start processes that use DATA_DIR. The content lake's folder comes first. */
export const starterFolders = (dataDir: string) =>
  [dataDir, ...globSync('sites/*', { cwd: dataDir }).map((folder) => path.join(dataDir, folder))].filter(
    isLocked,
  );

/** Do not change these names: starters and `npm run deploy` of other releases read the same files. */
const fileNames = { current: 'running.json', requested: 'wanted.json', failed: 'abandoned.json' };
type DeploymentState = keyof typeof fileNames;
const buildStatePath = (dataDir: string, state: DeploymentState) => path.join(dataDir, fileNames[state]);
const lockFile = 'start.sqlite';
const addressFile = 'start.txt';

/** Locks a folder until this process ends. Throws an Error with the address of the site that already has the lock. */
export function lockDataFolder(dataDir: string, address: string): void {
  mkdirSync(dataDir, { recursive: true });
  const release = tryLock(path.join(dataDir, lockFile));
  if (!release)
    throw new Error(
      `A site is already running on ${dataDir}, at ${readFileSync(path.join(dataDir, addressFile), 'utf8')}. ` +
        'Stop it, or set DATA_DIR to another folder.',
    );
  process.once('exit', release);
  writeFileSync(path.join(dataDir, addressFile), address);
}

export function isLocked(dataDir: string): boolean {
  if (!existsSync(path.join(dataDir, lockFile))) return false;
  const release = tryLock(path.join(dataDir, lockFile));
  release?.();
  return !release;
}

export function readDeployment(dataDir: string, state: DeploymentState): Deployment | undefined {
  try {
    return deploymentSchema.parse(JSON.parse(readFileSync(buildStatePath(dataDir, state), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeDeployment(dataDir: string, state: DeploymentState, deployment: Deployment): void {
  replaceFile(buildStatePath(dataDir, state), `${JSON.stringify(deployment)}\n`);
}

/** Deletes the request. `npm run deploy` waits for its deletion. */
export function clearRequest(dataDir: string): void {
  rmSync(buildStatePath(dataDir, 'requested'), { force: true });
}
