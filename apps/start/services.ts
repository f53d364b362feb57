import { createHmac } from 'node:crypto';
import path from 'node:path';
import { processOptions } from 'content-lake/process';
import { lakeRoles } from '#roles';
import { buildSelfUrl, type Settings } from '#settings';
import { logFormat } from '#telemetry/log.ts';
import type { Secrets } from '../environment/secrets.ts';

/** A child process of the starter. */
export type Service = {
  name: string;
  /** Folder of the service's sources, if it is not the starter's folder. */
  root?: string;
  /** Node's options, the script and its arguments. */
  args: string[];
  env: Record<string, string>;
  /** This URL responds, with any status, once the service is up. */
  readyUrl: string;
  port: number;
  portVariable: string;
};

/** Describes the services. `lake` is undefined if the site uses hosted Sanity, `sandbox` if it has Razorpay keys. */
export function describeServices(settings: Settings, secrets: Secrets, { dev }: { dev: boolean }) {
  const start = { settings, secrets, dev, ...findAddresses(settings) };
  const { lakeUrl, selfUrl } = start;
  const variables = buildVariables(start);
  const embeddedLake = describeLake(start, variables);
  return {
    lake: settings.sanity.projectId === undefined ? embeddedLake : undefined,
    embeddedLake,
    sandbox: settings.razorpay ? undefined : describeSandbox(start, variables),
    site: describeSite(start, variables),
    studio: dev ? describeStudio(start, variables) : undefined,
    lakeUrl,
    selfUrl,
  };
}

function findAddresses(settings: Settings) {
  return {
    lakeUrl: `http://127.0.0.1:${settings.lakePort}`,
    sandboxUrl: `http://localhost:${settings.sandboxPort}`,
    selfUrl: buildSelfUrl(settings),
    /** Address of the Studio in development. */
    studioDevUrl: `http://localhost:${studioDevPort(settings)}`,
  };
}

const studioDevPort = ({ port }: Settings) => port + 333;

type Start = { settings: Settings; secrets: Secrets; dev: boolean } & ReturnType<typeof findAddresses>;

/** Returns the environment variables that several services need. */
function buildVariables({ settings, secrets, lakeUrl, sandboxUrl }: Start) {
  const { sanity, razorpay } = settings;
  return {
    shared: { DATA_DIR: settings.dataDir, SITE_URL: settings.siteUrl, LOG_FORMAT: logFormat() },
    content: {
      SANITY_PROJECT_ID: sanity.projectId ?? 'local',
      SANITY_DATASET: sanity.dataset,
      SANITY_API_HOST: sanity.projectId === undefined ? lakeUrl : '',
      SANITY_WEBHOOK_SECRET: sanity.webhookSecret ?? secrets.webhookSecret,
      // Authenticates the site at the lake. Derived from a stored secret, so that older data folders have it too.
      CONTENT_LAKE_SITE_KEY: createHmac('sha256', secrets.webhookSecret).update('site').digest('base64url'),
    },
    gateway: {
      RAZORPAY_KEY_ID: razorpay?.keyId ?? secrets.sandboxKeyId,
      RAZORPAY_KEY_SECRET: razorpay?.keySecret ?? secrets.sandboxKeySecret,
      RAZORPAY_WEBHOOK_SECRET: razorpay?.webhookSecret ?? secrets.sandboxWebhookSecret,
      RAZORPAY_API_URL: razorpay ? '' : sandboxUrl,
    },
  };
}

type Variables = ReturnType<typeof buildVariables>;

function describeLake(
  { settings, dev, lakeUrl, selfUrl, studioDevUrl }: Start,
  { shared, content }: Variables,
): Service {
  const { siteUrl, metricsPort, lakePort } = settings;
  return {
    name: 'content lake',
    args: [...processOptions.args, 'apps/accounts/server.ts'],
    env: {
      ...processOptions.env,
      ...shared,
      PORT: String(settings.port),
      CONTENT_LAKE_PORT: String(lakePort),
      CONTENT_LAKE_METRICS_PORT: metricsPort ? String(metricsPort + 1) : '',
      CONTENT_LAKE_URL: `${dev ? studioDevUrl : siteUrl}/lake`,
      CONTENT_LAKE_SITE_KEY: content.CONTENT_LAKE_SITE_KEY,
      CONTENT_LAKE_DATA_DIR: path.join(settings.dataDir, 'content-lake'),
      CONTENT_LAKE_PROJECT_ID: 'local',
      CONTENT_LAKE_DATASET: settings.sanity.dataset,
      CONTENT_LAKE_ORIGINS: [siteUrl, selfUrl, ...(dev ? [studioDevUrl] : [])].join(','),
      CONTENT_LAKE_ROLES: JSON.stringify(lakeRoles),
    },
    readyUrl: `${lakeUrl}/v1/ping`,
    port: lakePort,
    portVariable: 'CONTENT_LAKE_PORT',
  };
}

function describeSandbox({ settings, sandboxUrl, selfUrl }: Start, { shared, gateway }: Variables): Service {
  return {
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
}

function describeSite(
  { settings, secrets, dev, selfUrl, studioDevUrl }: Start,
  { shared, content, gateway }: Variables,
): Service {
  const { host, port } = settings;
  return {
    name: 'site',
    args: dev
      ? ['node_modules/next/dist/bin/next', 'dev', 'web', ...(host ? ['-H', host] : [])]
      : // On a machine with a lot of memory, Node would let garbage pile up.
        ['--max-semi-space-size=8', '--max-old-space-size=512', 'web/server.ts'],
    env: {
      PORT: String(port),
      HOST: host ?? '',
      ...shared,
      ...content,
      ...gateway,
      SANITY_API_READ_TOKEN: settings.sanity.readToken ?? secrets.draftToken ?? '',
      DATABASE_URL: settings.databaseUrl ?? '',
      TRUST_PROXY: String(settings.trustProxy),
      MALLOC_ARENA_MAX: '2',
      NEXT_TELEMETRY_DISABLED: '1',
      ...(dev ? { NODE_ENV: 'development', STUDIO_DEV_URL: studioDevUrl } : {}),
    },
    readyUrl: `${selfUrl}/robots.txt`,
    port,
    portVariable: 'PORT',
  };
}

/** The Studio's development server. In production, the site serves the built Studio. */
function describeStudio({ settings, selfUrl, studioDevUrl }: Start, { content }: Variables): Service {
  const port = studioDevPort(settings);
  return {
    name: 'studio',
    args: ['node_modules/sanity/bin/sanity', 'dev', '--port', String(port)],
    env: {
      NODE_ENV: 'development',
      ...content,
      SITE_ORIGIN: selfUrl,
      SANITY_STUDIO_LAKE: String(settings.sanity.projectId === undefined),
      SANITY_STUDIO_PROJECT_ID: content.SANITY_PROJECT_ID,
      SANITY_STUDIO_DATASET: content.SANITY_DATASET,
      SANITY_STUDIO_SITE_URL: settings.siteUrl,
    },
    readyUrl: `${studioDevUrl}/studio/`,
    port,
    portVariable: 'PORT',
  };
}
