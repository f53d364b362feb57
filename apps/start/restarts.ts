import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { minute } from '../environment/durations.ts';

/** This many restarts of a service within this time, in milliseconds, are a crash loop. */
const [most, period] = [5, 30 * minute];

const buildPath = (folder: string) => path.join(folder, 'restarts.txt');

/** Records that a starter restarts a service because it ended. */
export function recordRestart(folder: string, name: string): void {
  try {
    appendFileSync(buildPath(folder), `${Date.now()} ${name}\n`);
  } catch {
    // On a full disk, the restart is more important than its record.
  }
}

/** Returns which services of these starters keep crashing; '' if none does. */
export function findCrashLoop(folders: string[]): string {
  const files = folders.map(buildPath).filter(existsSync);
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const recent = lines.filter((line) => Math.abs(Date.now() - Number.parseInt(line, 10)) < period);
  return [...Map.groupBy(recent, (line) => line.replace(/^\d+ /, ''))]
    .filter(([, { length }]) => length >= most)
    .map(([name, { length }]) => `The ${name} was restarted ${length} times in ${period / minute} minutes.`)
    .join(' ');
}
