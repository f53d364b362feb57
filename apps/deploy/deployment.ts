import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tryLock } from 'content-lake/sqlite';
import { z } from 'zod';
import { replaceFile } from '../environment/replace-file.ts';

/** Everything, one process of the site, or the services beside it. */
export type Part = 'all' | 'site' | 'lake';

const deploymentSchema = z.object({
  part: z.enum(['all', 'site', 'lake']),
  /** Folder of the sources that the release was built in. */
  root: z.string(),
  release: z.string(),
  at: z.iso.datetime(),
  /** Digest of the services beside the site. */
  services: z.string(),
  /** Why it was abandoned. */
  reason: z.string().optional(),
});

/** The release that runs on a data folder, is wanted, or was last abandoned. */
export type Deployment = z.infer<typeof deploymentSchema>;

/** A starter's own folder. Several site processes can share a DATA_DIR. */
export const starterFolder = ({ dataDir, port }: { dataDir: string; port: number }, part: Part) =>
  part === 'site' ? path.join(dataDir, 'sites', String(port)) : dataDir;

/** Folders of all starters on DATA_DIR, the content lake's first. */
export const starterFolders = (dataDir: string) =>
  [dataDir, ...globSync('sites/*', { cwd: dataDir }).map((folder) => path.join(dataDir, folder))].filter(
    isLocked,
  );

type DeploymentState = 'running' | 'wanted' | 'abandoned';
const fileOf = (dataDir: string, which: DeploymentState) => path.join(dataDir, `${which}.json`);
const lockFile = 'start.sqlite';
const addressFile = 'start.txt';

/** Locks a folder until the process ends. Throws an Error with the address of another holder. */
export function lockDataFolder(dataDir: string, address: string): void {
  mkdirSync(dataDir, { recursive: true });
  const release = tryLock(path.join(dataDir, lockFile));
  if (!release)
    throw new Error(
      `A site runs on ${dataDir} already, at ${readFileSync(path.join(dataDir, addressFile), 'utf8')}. ` +
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

export function readDeployment(dataDir: string, which: DeploymentState): Deployment | undefined {
  try {
    return deploymentSchema.parse(JSON.parse(readFileSync(fileOf(dataDir, which), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeDeployment(dataDir: string, which: DeploymentState, deployment: Deployment): void {
  replaceFile(fileOf(dataDir, which), `${JSON.stringify(deployment)}\n`);
}

/** Clears the request, for which `npm run deploy` waits. */
export function clearRequest(dataDir: string): void {
  rmSync(fileOf(dataDir, 'wanted'), { force: true });
}
