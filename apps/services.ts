import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Environment, projectRoot } from './environment.ts';
import { eventStreamPorts } from './ports.ts';
import type { Secrets } from './secrets.ts';

/** One child process of a start: what runs, what it is told, and how to see that it answers. */
export type Service = {
  name: string;
  args: string[];
  env: Record<string, string>;
  /** Answers with any HTTP status once the service is up. */
  readyUrl: string;
  ports: number[];
};

/** Where local services listen and what they share, for one set of settings. */
export function describeServices(env: Environment, secrets: Secrets, options: { dev: boolean }) {
  const lakeUrl = `http://localhost:${env.CONTENT_LAKE_PORT}`;
  const sandboxUrl = `http://localhost:${env.RAZORPAY_SANDBOX_PORT}`;
  const localLake = env.SANITY_PROJECT_ID === undefined;
  const localSandbox = env.RAZORPAY_KEY_ID === undefined;
  const studioDevUrl = `http://localhost:${env.PORT + 333}`;
  const selfUrl = `http://localhost:${env.PORT}`;

  const shared = { DATA_DIR: env.dataDir, SITE_URL: env.siteUrl };
  const content = {
    SANITY_PROJECT_ID: env.SANITY_PROJECT_ID ?? 'local',
    SANITY_DATASET: env.SANITY_DATASET,
    SANITY_API_HOST: localLake ? lakeUrl : '',
    SANITY_WEBHOOK_SECRET: env.SANITY_WEBHOOK_SECRET ?? secrets.webhookSecret,
  };
  const razorpay = {
    RAZORPAY_KEY_ID: env.RAZORPAY_KEY_ID ?? secrets.sandboxKeyId,
    RAZORPAY_KEY_SECRET: env.RAZORPAY_KEY_SECRET ?? secrets.sandboxKeySecret,
    RAZORPAY_WEBHOOK_SECRET: env.RAZORPAY_WEBHOOK_SECRET ?? secrets.sandboxWebhookSecret,
    RAZORPAY_API_URL: localSandbox ? sandboxUrl : '',
  };

  const lake: Service | undefined = localLake
    ? {
        name: 'content lake',
        args: ['apps/content-lake/server.ts'],
        env: {
          ...shared,
          ...content,
          CONTENT_LAKE_PORT: String(env.CONTENT_LAKE_PORT),
          CONTENT_LAKE_ORIGINS: [selfUrl, ...(options.dev ? [studioDevUrl] : [])].join(','),
          CONTENT_LAKE_WEBHOOK_URL: `${selfUrl}/api/revalidate`,
        },
        readyUrl: `${lakeUrl}/v1/ping`,
        ports: Array.from({ length: eventStreamPorts + 1 }, (_, index) => env.CONTENT_LAKE_PORT + index),
      }
    : undefined;

  const sandbox: Service | undefined = localSandbox
    ? {
        name: 'payment sandbox',
        args: ['apps/razorpay-sandbox/server.ts'],
        env: {
          ...shared,
          ...razorpay,
          RAZORPAY_SANDBOX_PORT: String(env.RAZORPAY_SANDBOX_PORT),
          RAZORPAY_SANDBOX_WEBHOOK_URL: `${selfUrl}/api/razorpay-webhook`,
        },
        readyUrl: `${sandboxUrl}/v1/orders`,
        ports: [env.RAZORPAY_SANDBOX_PORT],
      }
    : undefined;

  const site: Service = {
    name: 'site',
    args: ['node_modules/next/dist/bin/next', options.dev ? 'dev' : 'start', 'web', '-p', String(env.PORT)],
    env: {
      ...shared,
      ...content,
      ...razorpay,
      SANITY_API_READ_TOKEN: env.SANITY_API_READ_TOKEN ?? secrets.draftToken ?? '',
      DATABASE_URL: env.DATABASE_URL ?? '',
      TRUST_PROXY: env.TRUST_PROXY,
      NEXT_TELEMETRY_DISABLED: '1',
      ...(options.dev ? { NODE_ENV: 'development', STUDIO_DEV_URL: studioDevUrl } : {}),
    },
    readyUrl: `${selfUrl}/robots.txt`,
    ports: [env.PORT],
  };

  const studio: Service | undefined = options.dev
    ? {
        name: 'studio',
        args: ['node_modules/sanity/bin/sanity', 'dev', '--port', String(env.PORT + 333)],
        env: {
          NODE_ENV: 'development',
          SANITY_STUDIO_API_HOST: content.SANITY_API_HOST,
          SANITY_STUDIO_PROJECT_ID: content.SANITY_PROJECT_ID,
          SANITY_STUDIO_DATASET: content.SANITY_DATASET,
          SANITY_STUDIO_SITE_URL: env.siteUrl,
        },
        readyUrl: `${studioDevUrl}/studio/`,
        ports: [env.PORT + 333],
      }
    : undefined;

  return { lake, sandbox, site, studio, lakeUrl, selfUrl };
}

/** A service that was launched. */
export type Running = {
  service: Service;
  child: ChildProcess;
  /** Resolves when the service answers; rejects with its last lines of output when it ends before that. */
  ready: Promise<void>;
  stop(): Promise<void>;
};

const followParent = path.join(import.meta.dirname, 'exit-with-parent.ts');

/** Launches a service. `print` receives every line that it writes. It can be stopped before it is ready. */
export function launchService(service: Service, print: (line: string) => void): Running {
  const child = spawn(process.execPath, ['--import', followParent, ...service.args], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production', ...service.env, STARTED_BY: String(process.pid) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const recent: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        recent.push(line);
        if (recent.length > 30) recent.shift();
        print(line);
      });
  }
  const ended = once(child, 'exit');
  async function waitUntilReady() {
    while (!(await answers(service.readyUrl))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The ${service.name} could not start:\n${recent.join('\n')}`);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))]);
    }
  }
  return {
    service,
    child,
    ready: waitUntilReady(),
    async stop() {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 8_000);
      await ended;
      clearTimeout(patience);
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
