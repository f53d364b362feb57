import { isbot } from 'isbot';
import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { RateLimit } from '#web/http/rate-limit.ts';
import { log } from '#web/log.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { type Seen, VisitCounts } from './counts.ts';
import { bare, type Source, sourceOf } from './source.ts';

type Headers = Record<string, string | string[] | undefined>;

/** Milliseconds that views wait in memory. */
const flushEvery = 10_000;

declare global {
  interface OncePerProcess {
    visits: { counts: VisitCounts; flushing?: NodeJS.Timeout };
    visitLimit: RateLimit;
  }
}

oncePerProcess.visits ??= { counts: new VisitCounts() };
const { visits } = oncePerProcess;

/** Whether a request comes from a person's browser, and for a page that is looked at now. */
export function isVisit(headers: Headers): boolean {
  const browser = String(headers['user-agent'] ?? '');
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? '');
  return browser !== '' && !isbot(browser) && !/prefetch|prerender/.test(purpose);
}

export const deviceOf = (headers: Headers): Seen['device'] =>
  headers['sec-ch-ua-mobile'] === '?1' || /Mobi|Android/.test(String(headers['user-agent']))
    ? 'phone'
    : 'computer';

/** What a request's address and referrer say of what brought its visitor. */
export function sourceOfRequest(url: string, headers: Headers): Source | undefined {
  const [, query = ''] = url.split('?', 2);
  const referrer = String(headers.referer ?? '');
  if (!query && !referrer) return undefined;
  return sourceOf(new URLSearchParams(query), referrer, ownHosts(headers));
}

/** Path of the site's page from which a request comes; undefined from elsewhere. */
export function pageOfRequest(headers: Headers): string | undefined {
  const page = URL.parse(String(headers.referer ?? ''));
  return page && ownHosts(headers).includes(bare(page.hostname)) ? page.pathname : undefined;
}

const ownHosts = ({ host }: Headers) => [
  bare(URL.parse(siteSettings().siteUrl)?.hostname ?? ''),
  bare(String(host).replace(/:\d+$/, '')),
];

/** What pages report, by network. */
export async function visitLimit(): Promise<RateLimit> {
  const db = await getDatabase();
  const secret = siteSettings().sanity.webhookSecret ?? '';
  oncePerProcess.visitLimit ??= new RateLimit({
    db,
    name: 'visits',
    secret,
    windows: [{ milliseconds: 60_000, most: 300 }],
  });
  return oncePerProcess.visitLimit;
}

/** Counts what was seen or done; it is written soon. */
export function count(seen: Seen): void {
  visits.counts.add(seen, Date.now());
  visits.flushing ??= setTimeout(() => void flushVisits(), flushEvery).unref();
}

/** Writes what was counted. What the ledger does not take waits for the next time. */
export async function flushVisits(database: Promise<Database> = getDatabase()): Promise<void> {
  clearTimeout(visits.flushing);
  delete visits.flushing;
  try {
    await visits.counts.flush(await database);
  } catch (reason) {
    log('warn', 'visits are not written yet', { reason });
  }
}
