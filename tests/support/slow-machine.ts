import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Microseconds of a period, in which a control group gets its share. */
const period = 100_000;

/** A limit of processor time for everything that a command starts. */
export type Quota = {
  /** The start of the command line. */
  command: string[];
  /** Removes the control group. Call it after its processes have ended. */
  remove(): void;
};

/**
 * Limits processes to a percentage of one processor. Undefined if the system allows no control group: it needs root, and
 * Linux outside most containers.
 */
export function quota(percent: number): Quota | undefined {
  const share = String((period * percent) / 100);
  const name = `agency-test-${process.pid}`;
  const versions = [
    {
      folder: path.join('/sys/fs/cgroup/cpu', name),
      limits: { 'cpu.cfs_period_us': String(period), 'cpu.cfs_quota_us': share },
    },
    { folder: path.join('/sys/fs/cgroup', name), limits: { 'cpu.max': `${share} ${period}` } },
  ];
  for (const { folder, limits } of versions) {
    if (!existsSync(path.dirname(folder))) continue;
    try {
      mkdirSync(folder);
      for (const [file, limit] of Object.entries(limits)) writeFileSync(path.join(folder, file), limit);
      const join = `echo $$ > '${folder}/cgroup.procs' && exec "$@"`;
      return { command: ['sh', '-c', join, 'sh'], remove: () => rmdirSync(folder) };
    } catch {
      if (existsSync(folder)) rmdirSync(folder);
    }
  }
  return undefined;
}

/** Starts processes that use all the processor time they get. Returns a function that ends them. */
export function keepBusy(count: number): () => void {
  const busy: ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  return () => {
    for (const one of busy) one.kill('SIGKILL');
  };
}
