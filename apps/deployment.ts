import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
  const file = fileOf(dataDir, which);
  return existsSync(file) ? deploymentSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

export function writeDeployment(dataDir: string, which: 'running' | 'wanted', deployment: Deployment): void {
  const file = fileOf(dataDir, which);
  writeFileSync(`${file}.unfinished`, `${JSON.stringify(deployment)}\n`);
  renameSync(`${file}.unfinished`, file);
}
