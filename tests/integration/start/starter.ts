import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { seededData } from '../../support/stack.ts';
import { timeouts } from '../../support/timeouts.ts';

const children: ChildProcess[] = [];

/** Kills all started programs that still run, and what they started: a program that holds a socket does not end it. */
export function killStarted() {
  for (const { pid, exitCode, signalCode } of children.splice(0)) {
    if (pid === undefined || exitCode !== null || signalCode !== null) continue;
    for (const one of [pid, ...descendants(pid)]) if (isAlive(one)) process.kill(one, 'SIGKILL');
  }
}

/** A data folder, free ports, and the settings with which a starter uses them. */
export type Place = {
  dataDir: string;
  ports: { site: number; lake: number; sandbox: number; http: number; https: number };
  env: Record<string, string>;
};

/** Gives each test of a file a place of its own, and kills what the test started. */
export function preparePlace(): Place {
  const place = { dataDir: '', ports: { site: 0, lake: 0, sandbox: 0, http: 0, https: 0 }, env: {} };
  beforeEach(async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'agency-start-'));
    const site = await findFreePorts(5);
    const ports = { site, lake: site + 1, sandbox: site + 2, http: site + 3, https: site + 4 };
    const env = {
      DATA_DIR: dataDir,
      PORT: String(ports.site),
      CONTENT_LAKE_PORT: String(ports.lake),
      RAZORPAY_SANDBOX_PORT: String(ports.sandbox),
    };
    Object.assign(place, { dataDir, ports, env });
  });
  afterEach(() => {
    killStarted();
    rmSync(place.dataDir, { recursive: true, force: true });
  });
  return place;
}

/** Skips the import of the seed in tests of later steps. */
export function beginWithSeed({ dataDir }: Place) {
  cpSync(z.string().parse(process.env[seededData]), dataDir, { recursive: true });
}

/** Starts a program in the project's folder or in another one. */
export function startProgram(
  [program, args]: [string, string[]],
  env: Record<string, string | undefined>,
  folder = projectRoot,
) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  const watchers: { text: string; found: () => void }[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      for (const watcher of watchers) if (output.includes(watcher.text)) watcher.found();
    });
  const ended = once(child, 'exit');
  return {
    child,
    ended,
    output: () => output,
    /** Waits until the text was printed. Rejects if the process ends first, or after `within` milliseconds. */
    async waitForOutput(text: string, within = timeouts.wait) {
      const seen = new Promise<void>((found) => watchers.push({ text, found }));
      const failed = Promise.race([ended.then(() => 'ended'), wait(within, 'ran', { ref: false })]).then(
        (outcome) => {
          if (!output.includes(text)) throw new Error(`${outcome} without printing "${text}":\n${output}`);
        },
      );
      await Promise.race([seen, failed]);
    },
  };
}

/** Returns the ids of all descendants of a process. */
export function descendants(parent: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = table.flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []));
  return below.flatMap((pid) => [pid, ...descendants(pid)]);
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
