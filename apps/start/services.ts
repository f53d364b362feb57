import { type ChildProcess, spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { processOptions } from 'content-lake/process';
import { lakeRoles } from '#roles';
import { type Settings, selfUrlOf } from '#settings';
import { logFormat } from '#telemetry/log.ts';
import { projectRoot } from '../environment/environment.ts';
import type { Secrets } from '../environment/secrets.ts';
import { watchProgress } from './watchdog.ts';

/** A child process of a start. */
export type Service = {
  name: string;
  /** Folder of its sources, if not the starter's. */
  root?: string;
  /** Node's options, the script and its arguments. */
  args: string[];
  env: Record<string, string>;
  /** Responds, with any status, once the service is up. */
  readyUrl: string;
  port: number;
  portVariable: string;
};

export function describeServices(settings: Settings, secrets: Secrets, options: { dev: boolean }) {
  const { sanity, razorpay, port, lakePort } = settings;
  const lakeUrl = `http://127.0.0.1:${lakePort}`;
  const sandboxUrl = `http://localhost:${settings.sandboxPort}`;
  const localLake = sanity.projectId === undefined;
  const studioDevUrl = `http://localhost:${port + 333}`;
  const selfUrl = selfUrlOf(settings);

  const shared = { DATA_DIR: settings.dataDir, SITE_URL: settings.siteUrl, LOG_FORMAT: logFormat() };
  const content = {
    SANITY_PROJECT_ID: sanity.projectId ?? 'local',
    SANITY_DATASET: sanity.dataset,
    SANITY_API_HOST: localLake ? lakeUrl : '',
    SANITY_WEBHOOK_SECRET: sanity.webhookSecret ?? secrets.webhookSecret,
    // Proves the site to the lake; derived, so that older data folders have it too.
    CONTENT_LAKE_SITE_KEY: createHmac('sha256', secrets.webhookSecret).update('site').digest('base64url'),
  };
  const gateway = {
    RAZORPAY_KEY_ID: razorpay?.keyId ?? secrets.sandboxKeyId,
    RAZORPAY_KEY_SECRET: razorpay?.keySecret ?? secrets.sandboxKeySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpay?.webhookSecret ?? secrets.sandboxWebhookSecret,
    RAZORPAY_API_URL: razorpay ? '' : sandboxUrl,
  };

  const embeddedLake: Service = {
    name: 'content lake',
    args: [...processOptions.args, 'apps/accounts/server.ts'],
    env: {
      ...processOptions.env,
      ...shared,
      PORT: String(port),
      CONTENT_LAKE_PORT: String(lakePort),
      CONTENT_LAKE_METRICS_PORT: settings.metricsPort ? String(settings.metricsPort + 1) : '',
      CONTENT_LAKE_URL: `${options.dev ? studioDevUrl : settings.siteUrl}/lake`,
      CONTENT_LAKE_SITE_KEY: content.CONTENT_LAKE_SITE_KEY,
      CONTENT_LAKE_DATA_DIR: path.join(settings.dataDir, 'content-lake'),
      CONTENT_LAKE_PROJECT_ID: 'local',
      CONTENT_LAKE_DATASET: sanity.dataset,
      CONTENT_LAKE_ORIGINS: [settings.siteUrl, selfUrl, ...(options.dev ? [studioDevUrl] : [])].join(','),
      CONTENT_LAKE_ROLES: JSON.stringify(lakeRoles),
    },
    readyUrl: `${lakeUrl}/v1/ping`,
    port: lakePort,
    portVariable: 'CONTENT_LAKE_PORT',
  };
  const lake = localLake ? embeddedLake : undefined;

  const sandbox: Service | undefined = razorpay
    ? undefined
    : {
        name: 'payment sandbox',
        args: ['apps/payment-sandbox.ts'],
        env: {
          ...shared,
          ...gateway,
          RAZORPAY_SANDBOX_PORT: String(settings.sandboxPort),
          RAZORPAY_SANDBOX_DATA_DIR: path.join(settings.dataDir, 'razorpay-sandbox'),
          RAZORPAY_SANDBOX_WEBHOOK_URL: `${selfUrl}/api/razorpay-webhook`,
        },
        readyUrl: `${sandboxUrl}/v1/orders`,
        port: settings.sandboxPort,
        portVariable: 'RAZORPAY_SANDBOX_PORT',
      };

  const site: Service = {
    name: 'site',
    args: options.dev
      ? ['node_modules/next/dist/bin/next', 'dev', 'web', ...(settings.host ? ['-H', settings.host] : [])]
      : // On a machine with much memory, Node would let it fill with what nobody needs any more.
        ['--max-semi-space-size=8', '--max-old-space-size=512', 'web/server.ts'],
    env: {
      PORT: String(port),
      HOST: settings.host ?? '',
      ...shared,
      ...content,
      ...gateway,
      SANITY_API_READ_TOKEN: sanity.readToken ?? secrets.draftToken ?? '',
      DATABASE_URL: settings.databaseUrl ?? '',
      TRUST_PROXY: String(settings.trustProxy),
      MALLOC_ARENA_MAX: '2',
      NEXT_TELEMETRY_DISABLED: '1',
      ...(options.dev ? { NODE_ENV: 'development', STUDIO_DEV_URL: studioDevUrl } : {}),
    },
    readyUrl: `${selfUrl}/robots.txt`,
    port,
    portVariable: 'PORT',
  };

  const studio: Service | undefined = options.dev
    ? {
        name: 'studio',
        args: ['node_modules/sanity/bin/sanity', 'dev', '--port', String(port + 333)],
        env: {
          NODE_ENV: 'development',
          ...content,
          SITE_ORIGIN: selfUrl,
          SANITY_STUDIO_LAKE: String(localLake),
          SANITY_STUDIO_PROJECT_ID: content.SANITY_PROJECT_ID,
          SANITY_STUDIO_DATASET: content.SANITY_DATASET,
          SANITY_STUDIO_SITE_URL: settings.siteUrl,
        },
        readyUrl: `${studioDevUrl}/studio/`,
        port: port + 333,
        portVariable: 'PORT',
      }
    : undefined;

  return { lake, embeddedLake, sandbox, site, studio, lakeUrl, selfUrl };
}

export type Running = {
  child: ChildProcess;
  /** Rejects with the last lines of output if the service ends first. */
  ready: Promise<void>;
  /** Why it ended: what the watchdog measured, its signal or its exit code. */
  reason(): string;
  stop(): Promise<void>;
};

/** Milliseconds for a process to finish its work. */
const stopTimeout = 20_000;
/** Milliseconds by the clock for a replacement to start, as the one before can go on instead. */
const replacementTimeout = 5 * 60_000;

/** Rejects if a replacement does not start, or takes too long. */
export function startedInTime({ ready }: Running): Promise<void> {
  const late = wait(replacementTimeout, undefined, { ref: false }).then(() => {
    throw new Error(`It did not start within ${replacementTimeout / 1000} s.`);
  });
  return Promise.race([ready, late]);
}

const followParent = new URL('exit-with-parent.ts', import.meta.url).href;

/** `print` receives every line of output. Can be stopped before it is ready. */
export function launchService(service: Service, print: (line: string) => void): Running {
  return follow(service, spawnNode(service), print, () => answers(service.readyUrl));
}

const spawnNode = (service: Service, ...sockets: number[]): ChildProcess =>
  spawn(process.execPath, ['--import', followParent, ...service.args], {
    cwd: service.root ?? projectRoot,
    env: environmentOf(service),
    stdio: ['ignore', 'pipe', 'pipe', ...sockets, 'ipc'],
  });

/**
 * Whether systemd holds the site's socket (`deploy/site.socket`), so that requests wait for a process. LISTEN_PID names
 * the process the socket is for: children of another one inherit LISTEN_FDS without the socket.
 */
export const isSocketHeld =
  Number(process.env.LISTEN_FDS) > 0 && process.env.LISTEN_PID === String(process.pid);

/** Launches a site process on a shared socket (node:cluster or systemd), so that handovers lose no connection. */
export function launchWorker(service: Service, print: (line: string) => void): Running {
  return followSite(service, isSocketHeld ? spawnNode(service, 3) : forkWorker(service), print);
}

/** Launches a site process on a port of its own. */
export function launchAlone(service: Service, print: (line: string) => void): Running {
  return followSite(service, spawnNode(service), print);
}

/** A site process says when it listens, whatever it then answers. */
function followSite(service: Service, child: ChildProcess, print: (line: string) => void): Running {
  let isListening = false;
  child.on('message', (message) => {
    isListening ||= message === 'listening';
  });
  return follow(service, child, print, async () => isListening);
}

function forkWorker(service: Service): ChildProcess {
  const { root = projectRoot, args } = service;
  // Otherwise the starter would accept every connection and pass it on.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: path.join(root, args.at(-1) ?? ''),
    args: [],
    execArgv: ['--import', followParent, ...args.slice(0, -1)],
    silent: true,
    cwd: root,
  });
  const worker = cluster.fork(environmentOf(service));
  // Its process has the same error, which `follow` reports.
  worker.on('error', () => undefined);
  return worker.process;
}

function environmentOf(service: Service): NodeJS.ProcessEnv {
  const socket = { LISTEN_FDS: isSocketHeld ? '1' : '', LISTEN_PID: '' };
  return {
    ...process.env,
    NODE_ENV: 'production',
    ...socket,
    ...service.env,
    STARTED_BY: String(process.pid),
  };
}

function follow(
  service: Service,
  child: ChildProcess,
  print: (line: string) => void,
  isReady: () => Promise<boolean>,
): Running {
  const recent: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        recent.push(line);
        if (recent.length > 30) recent.shift();
        print(line);
      });
  }
  const watchdog = watchProgress(child);
  let fault: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // Without a process id it was never started, as on a machine without memory.
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      fault = error;
      resolve();
    });
  });
  const hasEnded = () => Boolean(fault) || child.exitCode !== null || child.signalCode !== null;
  const reason = () =>
    watchdog.verdict() || fault?.message || child.signalCode || `exit code ${child.exitCode}`;
  async function waitUntilReady() {
    while (!(await isReady())) {
      if (hasEnded())
        throw new Error(`The ${service.name} could not start (${reason()}):\n${recent.join('\n')}`);
      await Promise.race([ended, wait(100)]);
    }
    watchdog.ready();
  }
  return {
    child,
    ready: waitUntilReady(),
    reason,
    async stop() {
      child.kill('SIGTERM');
      const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
      await ended;
      clearTimeout(timeout);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
