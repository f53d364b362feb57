import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeBackup } from '../../apps/backup/backup.ts';
import { restoreBackup } from '../../apps/backup/restore.ts';
import { findLastBackup } from '../../apps/backup/stored-backups.ts';
import { projectRoot, runProgram } from '../../apps/environment/environment.ts';
import { differences, readSandboxState } from '../integration/payments/sandbox-state.ts';
import { attachShop } from '../integration/payments/shop.ts';
import { percentile } from '../support/percentile.ts';
import { seededRandom } from '../support/random.ts';
import { startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

/** `npm run bench lost-machine 20` loses twenty machines. */
const rounds = Number(process.argv.findLast((word) => /^\d+$/.test(word)) ?? 2);
/** Path of the program. Without it, the site's own backup is made every `backupEvery` milliseconds in place of five minutes. */
const litestream = process.env.LITESTREAM;
const backupEvery = 5000;
const random = seededRandom(Date.now());

/** The ways to copy the data: each copies it, and restores the last copy into the empty folder. */
type Copies = { start(): void; kill(): void; restore(): Promise<void> };

function litestreamCopies(program: string, dataDir: string, to: string): Copies {
  const config = path.join(to, 'litestream.yml');
  const shipped = readFileSync(path.join(projectRoot, 'deploy/litestream.yml'), 'utf8');
  writeFileSync(config, shipped.replaceAll('/var/lib/site', dataDir).replaceAll('/mnt/elsewhere/site', to));
  const databases = [...shipped.matchAll(/path: \/var\/lib\/site(.*)/g)].map(([, name]) => dataDir + name);
  let running: ChildProcess | undefined;
  return {
    start() {
      running = spawn(program, ['replicate', '-config', config], { stdio: 'ignore' });
    },
    kill() {
      running?.kill('SIGKILL');
    },
    async restore() {
      for (const database of databases)
        await runProgram(program, ['restore', '-config', config, database], {});
    },
  };
}

function ownCopies(dataDir: string, to: string): Copies {
  let running = new AbortController();
  const options = { dataDir, databaseUrl: undefined, to, keep: 3, ifChanged: true };
  return {
    async start() {
      running = new AbortController();
      for (const { signal } = running; !signal.aborted; await wait(backupEvery)) await makeBackup(options);
    },
    kill: () => running.abort(),
    async restore() {
      const { last } = await findLastBackup(to, undefined);
      if (!last) throw new Error('There is no backup.');
      await restoreBackup({ file: path.join(to, last.name), dataDir, databaseUrl: undefined });
    },
  };
}

/**
 * Loses machines: kills every process at a random moment while content and payments are written, deletes the data folder
 * and restores the last copy. Measures how old the oldest lost content was, and compares the ledger with the gateway.
 */
export default async function lostMachine(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lost-machine-'));
  const [dataDir, to, files] = ['data', 'copies', 'files'].map((name) => path.join(folder, name));
  if (!dataDir || !to || !files) throw new Error('There are no folders.');
  mkdirSync(to);
  const copies = litestream ? litestreamCopies(litestream, dataDir, to) : ownCopies(dataDir, to);
  const start = async () => {
    // The gateway survives.
    const env = { TRUST_PROXY: 'true', RAZORPAY_SANDBOX_DATA_DIR: path.join(folder, 'gateway') };
    const stack = await startStack({ dataDir, seed: false, env });
    return { stack, shop: await attachShop(stack) };
  };
  const lost: number[] = [];
  const faults: string[] = [];
  const expected = new Map<string, number>();
  let payments = 0;
  let running = await start();
  for (const name of ['secrets.json', 'seeded']) cpSync(path.join(dataDir, name), path.join(files, name));
  try {
    for (let round = 1; round <= rounds; round++) {
      const { stack, shop } = running;
      copies.start();
      await wait(3000);
      const end = Date.now() + random.int(3000, 12_000);
      const isOver = () => Date.now() >= end;
      const client = stack.client('editor');
      const write = async () => {
        while (!isOver()) {
          const made = await client.create({ _type: 'testimonial', person: 'Asha' }).catch(() => undefined);
          if (made) expected.set(made._id, Date.now());
          await wait(50);
        }
      };
      const pay = async () => {
        while (!isOver()) {
          const paid = await shop.payBill().catch(() => wait(50));
          if (paid) payments += 1;
        }
      };
      const writers = [write(), write(), pay(), pay()];
      await wait(end - Date.now());
      copies.kill();
      await Promise.all([stack.kill('lake'), stack.kill('site'), stack.kill('sandbox')]);
      const killed = Date.now();
      await Promise.race([Promise.all(writers), wait(2000)]);
      await shop.close();
      rmSync(dataDir, { recursive: true });
      await copies.restore();
      if (litestream) cpSync(files, dataDir, { recursive: true });
      running = await start();
      const found = new Set(
        await running.stack
          .client('editor', { perspective: 'raw' })
          .fetch<string[]>('*[_type == "testimonial"]._id'),
      );
      const missing = [...expected].filter(([id]) => !found.has(id));
      for (const [id] of missing) expected.delete(id);
      lost.push(missing.length > 0 ? killed - Math.min(...missing.map(([, at]) => at)) : 0);
      await running.shop.sweep(20 * 60_000);
      faults.push(...(await differences(running.shop, await readSandboxState(running.shop))));
      console.log(
        `  round ${round}: ${missing.length} of ${expected.size} lost, ${lost.at(-1)} ms; ${faults.length} faults`,
      );
    }
  } finally {
    copies.kill();
    await running.shop.close();
    await running.stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(faults.join('\n'));
  const way = litestream ? 'Litestream' : `own backup every ${backupEvery / 1000} s`;
  return [
    {
      what: `age of the oldest lost content of ${rounds} lost machines, ${way}`,
      measured: `median ${percentile(lost, 50)} ms, worst ${Math.max(...lost)} ms`,
      reference: litestream ? '5000 ms' : `${backupEvery} ms and the time of a backup`,
    },
    {
      what: `differences of ledger and gateway, ${payments} payments`,
      measured: `${faults.length}`,
      reference: '0',
    },
  ];
}
