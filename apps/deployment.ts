import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tryToHold } from 'content-lake/sqlite';
import { z } from 'zod';

/** The parts of a starter: everything, or one process of the site, or all beside it. */
export type Part = 'all' | 'site' | 'lake';

const deploymentSchema = z.object({
  part: z.enum(['all', 'site', 'lake']),
  /** Folder of the sources that the release was built in. */
  root: z.string(),
  release: z.string(),
  /** When it was asked for. */
  at: z.iso.datetime(),
  /** Says whether the services beside the site are the same. */
  services: z.string(),
  /** Why it was given up, if it was. */
  reason: z.string().optional(),
});

/** Which release runs on a data folder, is wanted to, or was given up last. */
export type Deployment = z.infer<typeof deploymentSchema>;

/** Where a starter notes what it runs. Processes of the site alone can be several on one DATA_DIR. */
export const startFolder = ({ dataDir, port }: { dataDir: string; port: number }, part: Part) =>
  part === 'site' ? path.join(dataDir, 'sites', String(port)) : dataDir;

/** The folders of all that run on DATA_DIR; that of the content lake is the first. */
export const startFolders = (dataDir: string) =>
  [dataDir, ...globSync('sites/*', { cwd: dataDir }).map((folder) => path.join(dataDir, folder))].filter(
    isHeld,
  );

type Which = 'running' | 'wanted' | 'abandoned';
const fileOf = (dataDir: string, which: Which) => path.join(dataDir, `${which}.json`);
const lock = 'start.sqlite';
const addressFile = 'start.txt';

/**
 * Has one starter alone run on a folder, until it ends, however it does: the system lets go of the lock. Throws an Error
 * with the address of the other one.
 */
export function holdData(dataDir: string, address: string): void {
  mkdirSync(dataDir, { recursive: true });
  const release = tryToHold(path.join(dataDir, lock));
  if (!release)
    throw new Error(
      `A site runs on ${dataDir} already, at ${readFileSync(path.join(dataDir, addressFile), 'utf8')}. ` +
        'Stop it, or set DATA_DIR to another folder.',
    );
  process.once('exit', release);
  writeFileSync(path.join(dataDir, addressFile), address);
}

/** Whether a starter runs on a folder. */
export function isHeld(dataDir: string): boolean {
  if (!existsSync(path.join(dataDir, lock))) return false;
  const release = tryToHold(path.join(dataDir, lock));
  release?.();
  return !release;
}

export function readDeployment(dataDir: string, which: Which): Deployment | undefined {
  try {
    return deploymentSchema.parse(JSON.parse(readFileSync(fileOf(dataDir, which), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeDeployment(dataDir: string, which: Which, deployment: Deployment): void {
  const file = fileOf(dataDir, which);
  // Two deployments may be asked for at the same time.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(deployment)}\n`);
  renameSync(unfinished, file);
}

/** Says that nothing is wanted any more, which `npm run deploy` waits for. */
export function forgetWanted(dataDir: string): void {
  rmSync(fileOf(dataDir, 'wanted'), { force: true });
}
