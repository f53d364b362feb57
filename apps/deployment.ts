import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const deploymentSchema = z.object({
  /** Of the starter. */
  pid: z.number(),
  /** Folder of the sources that the release was built in. */
  root: z.string(),
  release: z.string(),
  /** When it was asked for. */
  at: z.iso.datetime(),
  /** Says whether the services beside the site are the same. */
  services: z.string(),
});

/** Which release runs on a data folder, or is wanted to. */
export type Deployment = z.infer<typeof deploymentSchema>;

const fileOf = (dataDir: string, which: 'running' | 'wanted') => path.join(dataDir, `${which}.json`);

export function readDeployment(dataDir: string, which: 'running' | 'wanted'): Deployment | undefined {
  try {
    return deploymentSchema.parse(JSON.parse(readFileSync(fileOf(dataDir, which), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeDeployment(dataDir: string, which: 'running' | 'wanted', deployment: Deployment): void {
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
