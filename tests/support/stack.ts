import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ClientConfig, createClient, type SanityClient } from '@sanity/client';
import { openControl } from 'content-lake/control';
import type { RoleName } from '#roles';
import { readSettings, type Settings } from '#settings';
import { findFreePorts } from '../../apps/environment/ports.ts';
import { openSecrets, type Secrets } from '../../apps/environment/secrets.ts';
import { ensureDraftToken, importSeedOnce, seedMarker } from '../../apps/start/first-run.ts';
import { launchService, type ServiceProcess } from '../../apps/start/processes.ts';
import { describeServices, type Service } from '../../apps/start/services.ts';

export type { RoleName };

type Part = 'lake' | 'sandbox' | 'site';

export type StackOptions = {
  /** Services to start; all three by default. */
  parts?: Part[];
  /** Imports the seed (default), or starts with an empty dataset. */
  seed?: boolean;
  /** Settings as in `.env`, if they differ from the defaults. */
  env?: Record<string, string>;
  /** Data folder of an earlier stack to use again. */
  dataDir?: string;
  /** Arguments that launch the site, if not those of `npm start`. */
  siteArgs?: string[];
};

/** The product as `npm start` runs it, on free ports with a data folder of its own. */
export type Stack = {
  siteUrl: string;
  lakeUrl: string;
  sandboxUrl: string;
  dataDir: string;
  settings: Settings;
  secrets: Secrets;
  /** All output lines of the services. */
  log: string[];
  /** Returns a token with a role. Creates it on first use, as `npm run lake -- token` does. */
  token(role: RoleName): string;
  /**
   * Returns Sanity's client for the stack's content lake, with a role or (null) without a token. By default it sees
   * published documents, and it never retries.
   */
  client(role: RoleName | null, config?: ClientConfig): SanityClient;
  /** Returns the command and environment of a service. */
  service(part: Part): Service;
  /** Returns the process id of a running service. */
  pid(part: Part): number | undefined;
  /** Kills a service, like a crash. */
  kill(part: Part): Promise<void>;
  /** Restarts a killed service on its old port and data. */
  start(part: Part): Promise<void>;
  /** Stops all services and deletes the data folder, unless it was passed as an option. */
  stop(): Promise<void>;
};

/** Environment variables with the folders of the first data. */
export const seededData = 'SEEDED_DATA_DIR';
const emptyData = 'EMPTY_DATA_DIR';

/**
 * Makes data folders as after a first start, with and without the seed, in `folder`. Stacks start with a copy, instead of
 * importing the seed and creating a token each time.
 */
export async function makeFirstData(folder: string): Promise<void> {
  for (const [name, seed] of [
    [seededData, true],
    [emptyData, false],
  ] as const) {
    const dataDir = path.join(folder, name);
    const stack = await startStack({ dataDir, parts: ['lake'], seed });
    await stack.stop();
    process.env[name] = dataDir;
  }
}

/** Starts a stack. Rejects while TEST_SITE_URL is set: then nothing was built, and a stack would run an outdated build. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  if (process.env.TEST_SITE_URL)
    throw new Error(
      'TEST_SITE_URL is set, for tests of a site that runs elsewhere. Unset it: this test starts the site on this machine.',
    );
  const parts = options.parts ?? ['lake', 'sandbox', 'site'];
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'agency-site-'));
  const port = await findFreePorts(3);
  // Otherwise a page might be older than another that a test has seen.
  const env = { STALE_PAGES_MS: '0', ...options.env };
  const settings = readSettings({
    CONTENT_LAKE_PORT: String(port),
    RAZORPAY_SANDBOX_PORT: String(port + 1),
    PORT: String(port + 2),
    DATA_DIR: dataDir,
    ...env,
  });
  mkdirSync(dataDir, { recursive: true });
  const first = process.env[options.seed === false ? emptyData : seededData];
  if (first && parts.includes('lake') && !options.dataDir) cpSync(first, dataDir, { recursive: true });
  else if (options.seed === false) writeFileSync(seedMarker(dataDir), 'not imported\n');
  let secrets = openSecrets(dataDir);
  const log: string[] = [];
  const running = new Map<Part, ServiceProcess>();
  const tokens = new Map<RoleName, string>();
  const lake = describeServices(settings, secrets, { dev: false }).lake;

  const serviceOf = (part: Part): Service => {
    const service = describeServices(settings, secrets, { dev: false })[part];
    if (!service) throw new Error(`The settings of this stack have no ${part}.`);
    const args = (part === 'site' && options.siteArgs) || service.args;
    // Without a site, the lake's own address is its public URL.
    const alone: Record<string, string> = parts.includes('site') ? {} : { CONTENT_LAKE_URL: '' };
    return { ...service, args, env: { ...service.env, ...alone, ...env } };
  };
  const stack: Stack = {
    siteUrl: `http://localhost:${settings.port}`,
    lakeUrl: `http://localhost:${settings.lakePort}`,
    sandboxUrl: `http://localhost:${settings.sandboxPort}`,
    dataDir,
    settings,
    get secrets() {
      return secrets;
    },
    log,
    token(role) {
      const known = tokens.get(role);
      if (known) return known;
      const control = openControl(path.join(dataDir, 'content-lake'));
      const { token } = control.credentials.createToken({ name: `test ${role}`, role });
      control.close();
      tokens.set(role, token);
      return token;
    },
    client: (role, config) =>
      createClient({
        projectId: 'local',
        dataset: 'production',
        apiHost: stack.lakeUrl,
        useProjectHostname: false,
        apiVersion: '2026-02-01',
        useCdn: false,
        maxRetries: 0,
        ...(role ? { token: stack.token(role) } : {}),
        ...config,
      }),
    service: serviceOf,
    pid: (part) => running.get(part)?.child.pid,
    async kill(part) {
      const one = running.get(part);
      if (!one) throw new Error(`The ${part} is not running.`);
      running.delete(part);
      one.child.kill('SIGKILL');
      await one.stop();
    },
    async start(part) {
      const started = launchService(serviceOf(part), (line) => log.push(line));
      await started.ready;
      running.set(part, started);
    },
    async stop() {
      if (options.dataDir) {
        for (const part of ['site', 'sandbox', 'lake'] as const) await running.get(part)?.stop();
        return;
      }
      // The data is deleted anyway, so the services need not stop cleanly.
      await Promise.all([...running.keys()].map(stack.kill));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    if (parts.includes('lake') && lake) {
      await importSeedOnce(settings, lake);
      await stack.start('lake');
      secrets = await ensureDraftToken(settings, secrets, lake, stack.lakeUrl);
    }
    await Promise.all(parts.filter((part) => part !== 'lake').map(stack.start));
    // On a busy machine, the first query of a new lake may take longer than a page waits for it.
    // A test with a content API of its own decides itself when it responds.
    if (parts.includes('lake') && parts.includes('site') && !options.env?.SANITY_API_HOST)
      for (let status = 503; status === 503; ) ({ status } = await fetch(`${stack.siteUrl}/no-such-page`));
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return stack;
}
