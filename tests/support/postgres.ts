import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePorts } from '../../apps/environment/ports.ts';
import { findOrInstall } from './debian-package.ts';

function findServer(): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  return folders.find((folder) => existsSync(path.join(folder, 'postgres')));
}

/** Returns the folder of PostgreSQL's programs. */
const ensureServer = () =>
  findOrInstall(findServer, {
    name: 'postgresql',
    missing: 'PostgreSQL was not found. Install it to test the ledger on it.',
  });

/** Returns another user if this is root, as in many CI systems: PostgreSQL refuses to run as root. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export type Postgres = {
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Copies a database and returns the copy's address. */
  copyDatabase(address: string): Promise<string>;
  /** Stops the server without a checkpoint, like a power cut, and restarts it. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a PostgreSQL server in a temporary folder on a free port, with default durability. */
export async function startPostgres(): Promise<Postgres> {
  const bin = ensureServer();
  const user = ordinaryUser();
  const folder = mkdtempSync(path.join(tmpdir(), 'ledger-postgres-'));
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const init = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'ledger', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    {
      ...user,
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`);
  const port = await findFreePorts(1);
  const launch = () => {
    const server = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
      { ...user, cwd: folder, stdio: 'ignore' },
    );
    return { server, ended: once(server, 'exit') };
  };
  let running = launch();
  const addressOf = (database: string) => `postgres://ledger@127.0.0.1:${port}/${database}`;
  const command = async (sql: string) => {
    const client = new pg.Client(addressOf('postgres'));
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const ready = async () => {
    for (;;) {
      try {
        await command('select 1');
        return;
      } catch (error) {
        if (running.server.exitCode !== null) throw error;
        await wait(100);
      }
    }
  };
  await ready();
  let count = 0;
  const createDatabase = async () => {
    count += 1;
    await command(`create database ledger_${count}`);
    return addressOf(`ledger_${count}`);
  };
  return {
    createDatabase,
    async copyDatabase(address) {
      const copy = await createDatabase();
      const dump = execFileSync(path.join(bin, 'pg_dump'), [address], { maxBuffer: 2 ** 28 });
      execFileSync(path.join(bin, 'psql'), ['-q', '-o', '/dev/null', copy], { input: dump });
      return copy;
    },
    async crash() {
      // Immediate shutdown: the server writes nothing more, and recovers from its log at the next start.
      running.server.kill('SIGQUIT');
      await running.ended;
      running = launch();
      await ready();
    },
    async stop() {
      running.server.kill('SIGQUIT');
      await running.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
