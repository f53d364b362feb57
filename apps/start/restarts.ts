import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { starterFolders } from '../deploy/deployment.ts';
import { minute } from '../environment/durations.ts';
import { replaceFile } from '../environment/replace-file.ts';

/** This many restarts of a service within this time, in milliseconds, are a crash loop. */
const [most, period] = [5, 30 * minute];

const restartsSchema = z.array(z.object({ name: z.string(), at: z.number() }));
const buildPath = (folder: string) => path.join(folder, 'restarts.json');

function readRestarts(folder: string) {
  const file = buildPath(folder);
  if (!existsSync(file)) return [];
  const stored = restartsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return stored.filter(({ at }) => Math.abs(Date.now() - at) < period);
}

/** Records that a starter restarts a service because it ended. */
export function recordRestart(folder: string, name: string): void {
  try {
    replaceFile(buildPath(folder), JSON.stringify([...readRestarts(folder), { name, at: Date.now() }]));
  } catch {
    // On a full disk, the restart is more important than its record.
  }
}

/** Returns which services on this machine keep crashing; '' if none does. */
export function findCrashLoop(dataDir: string): string {
  const restarts = starterFolders(dataDir).flatMap(readRestarts);
  return [...Map.groupBy(restarts, ({ name }) => name)]
    .filter(([, { length }]) => length >= most)
    .map(([name, { length }]) => `The ${name} was restarted ${length} times in ${period / minute} minutes.`)
    .join(' ');
}
