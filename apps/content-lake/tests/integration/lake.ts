import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type ClientConfig, ClientError, createClient, type SanityClient } from '@sanity/client';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { openControl } from '../../access/control.ts';
import { processOptions } from '../../process.ts';
import { freePort } from '../../transfer/with-lake.ts';

const program = path.resolve(import.meta.dirname, '../..');
const exitWithParent = pathToFileURL(path.join(import.meta.dirname, 'exit-with-parent.ts')).href;
const siteUrl = 'http://site.example:3000';

/** Roles as a site defines them: HR writes one type, finance sees no content. */
const roles = [
  {
    name: 'hr',
    title: 'HR',
    description: 'Reads all content, writes job openings',
    grants: [
      { filter: '_id in path("**")', permissions: ['read', 'history'] },
      { filter: '_type == "jobOpening"', permissions: ['create', 'update'], maxBytes: 256 * 1024 },
      { filter: '_type == "sanity.imageAsset"', permissions: ['create'], maxBytes: 256 * 1024 },
      { filter: '_type == "review" && documentType == "jobOpening"', permissions: ['create', 'update'] },
    ],
  },
  { name: 'finance', title: 'Finance', description: 'Neither reads nor changes content', grants: [] },
];
export type RoleName = 'administrator' | 'editor' | 'viewer' | 'hr' | 'finance';

type Options = {
  env?: Record<string, string>;
  /** Data folder of a stopped lake. */
  folder?: string;
};

/** A content lake in its own process, on a free port. */
export type TestLake = {
  url: string;
  port: number;
  /** Origin of the site whose pages may use the lake. */
  siteUrl: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Lines of the process's output. */
  log: string[];
  token(role: RoleName): string;
  /** Returns a new token, for a second person with the same role. */
  newToken(name: string, role: RoleName): string;
  /** Returns the official client for a role, or without a token (null). The client sees drafts and never retries. */
  client(role: RoleName | null, config?: ClientConfig): SanityClient;
  /** Sends a plain request to a path such as `/v1/users/me`, without following redirects. */
  request(path: string, init?: RequestInit & { as?: RoleName }): Promise<Response>;
  pid(): number | undefined;
  /** Kills the process, like a crash. */
  kill(): Promise<void>;
  /** Starts the lake with the same port and data. Rejects with its output if the process ends. */
  start(): Promise<void>;
  /** Stops the lake. Removes its folder unless the folder was given. */
  stop(): Promise<void>;
};

export async function startTestLake(options: Options = {}): Promise<TestLake> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'content-lake-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const tokens = new Map<RoleName, string>();
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const ended = child && child.exitCode === null && child.signalCode === null && once(child, 'exit');
    child?.kill(signal);
    await ended;
  };
  const lake: TestLake = {
    url,
    port,
    siteUrl,
    folder,
    env: {
      ...process.env,
      ...processOptions.env,
      NODE_ENV: 'production',
      CONTENT_LAKE_PORT: String(port),
      CONTENT_LAKE_DATA_DIR: folder,
      CONTENT_LAKE_ORIGINS: siteUrl,
      CONTENT_LAKE_ROLES: JSON.stringify(roles),
      ...options.env,
    },
    log: [],
    newToken(name, role) {
      const control = openControl(folder);
      const { token } = control.credentials.createToken({ name, role });
      control.close();
      return token;
    },
    token(role) {
      const token = tokens.get(role) ?? lake.newToken(`test ${role}`, role);
      tokens.set(role, token);
      return token;
    },
    client: (role, config) =>
      createClient({
        projectId: 'local',
        dataset: 'production',
        apiHost: url,
        useProjectHostname: false,
        apiVersion: '2025-01-01',
        useCdn: false,
        maxRetries: 0,
        ...(role ? { token: lake.token(role) } : {}),
        ...config,
      }),
    request: (address, { as, headers, ...init } = {}) =>
      fetch(`${url}${address}`, {
        redirect: 'manual',
        ...init,
        headers: {
          ...(as ? { authorization: `Bearer ${lake.token(as)}` } : {}),
          ...Object.fromEntries(new Headers(headers)),
        },
      }),
    pid: () => child?.pid,
    kill: () => end('SIGKILL'),
    async start() {
      const args = [...processOptions.args, `--import=${exitWithParent}`, 'server.ts'];
      const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] satisfies StdioOptions;
      const started = spawn(process.execPath, args, { cwd: program, env: lake.env, stdio });
      child = started;
      for (const input of [started.stdout, started.stderr])
        if (input) createInterface({ input }).on('line', (line) => lake.log.push(line));
      while (!(await responds(url))) {
        if (started.exitCode !== null) throw new Error(`The lake could not start:\n${lake.log.join('\n')}`);
        await pause(50);
      }
    },
    async stop() {
      await end('SIGTERM');
      if (!options.folder) rmSync(folder, { recursive: true, force: true });
    },
  };
  await lake.start();
  return lake;
}

const responds = (url: string) =>
  fetch(`${url}/v1/ping`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts a lake for the tests of one file, and stops it afterwards. Call it outside of tests. */
export async function lakeOfThisFile(options?: Options): Promise<TestLake> {
  const lake = await startTestLake(options);
  afterAll(() => lake.stop());
  return lake;
}

let shared: TestLake | undefined;
/** The default dataset cannot be deleted, so the tests use another one. */
const defaultDataset = { CONTENT_LAKE_DATASET: 'default' };

/**
 * Returns a lake with an empty dataset, `production`, for the tests of one file. The files that one worker runs use the same
 * lake in turn, so they must not change its settings. Call it outside of tests.
 */
export async function sharedLake(): Promise<TestLake> {
  if (!shared) {
    const folder = mkdtempSync(path.join(tmpdir(), 'content-lake-'));
    shared = await startTestLake({ folder, env: { SHARED_LAKE_FOLDER: folder, ...defaultDataset } });
  }
  const datasets = await (await shared.request('/v1/datasets', { as: 'administrator' })).json();
  for (const { name } of z.array(z.object({ name: z.string() })).parse(datasets))
    await shared.request(`/v1/datasets/${name}`, { method: 'DELETE', as: 'administrator' });
  await shared.request('/v1/datasets/production', { method: 'PUT', as: 'administrator' });
  return shared;
}

type Outcome = { code: number; stdout: string; stderr: string };

/** Runs `npm run lake -- …` on a data folder. */
export function lakeCommand(
  { env }: TestLake,
  folder: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<Outcome> {
  const variables = { ...env, CONTENT_LAKE_DATASET: 'production', ...more, CONTENT_LAKE_DATA_DIR: folder };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(program, 'cli.ts'), ...args],
      { env: variables },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}

const itemSchema = z.looseObject({ type: z.string() });
const errorSchema = z.looseObject({
  error: z.looseObject({
    type: z.string(),
    description: z.string(),
    items: z.array(z.object({ error: itemSchema, index: z.number() })).optional(),
  }),
});

/** Returns the status and body of a call that must fail. */
export async function errorOf(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('The call was expected to be refused, but it succeeded.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ClientError)) throw error;
  const body: unknown =
    typeof error.response.body === 'string' ? JSON.parse(error.response.body) : error.response.body;
  const typed = errorSchema.safeParse(body);
  return {
    status: error.statusCode,
    body,
    error: typed.data?.error,
    item: typed.data?.error.items?.[0]?.error,
  };
}

type NewDocument = { _id: string; _type: string; [field: string]: unknown };

/** Returns mutations that create documents. */
export function creations(...documents: NewDocument[]) {
  return documents.map((create) => ({ create }));
}

/** Returns the field value of a reference. */
export const reference = (_ref: string, more = {}) => ({ _type: 'reference', _ref, ...more });
