import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { hour, minute } from '#web/contracts/durations.ts';
import type { VisitKind } from '#web/contracts/visit.ts';
import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { networksOf, RateLimit } from '#web/http/rate-limit.ts';
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
    visitLimits: ReturnType<typeof openLimits>;
    viewsOfNetworks: LRUCache<string, number>;
  }
}

oncePerProcess.visits ??= { counts: new VisitCounts() };
// In memory: a query for each page would cost more than the page.
oncePerProcess.viewsOfNetworks ??= new LRUCache({ max: 10_000, ttl: minute, noUpdateTTL: true });
const { visits, viewsOfNetworks } = oncePerProcess;

/** Whether a request seems to come from a person's browser, for a page that is looked at now. */
export function isVisit(headers: Headers): boolean {
  const browser = String(headers['user-agent'] ?? '');
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? '');
  return browser !== '' && !isbot(browser) && !/prefetch|prerender/.test(purpose);
}

/** Whether a person's browser seems to have sent this from a page of the site. Browsers add these headers themselves. */
export function isSentFromPage(headers: Headers): boolean {
  const site = headers['sec-fetch-site'];
  const origin = URL.parse(String(headers.origin ?? ''));
  const isOwn = origin !== null && ownHosts(headers).includes(bare(origin.hostname));
  return isVisit(headers) && (site === undefined ? isOwn : site === 'same-origin');
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

/** Page views of one network in a minute; more are not counted. Mobile carriers put many people behind one address. */
const mostViews = 600;

/** Whether one more page view of a client's address still counts. */
export function isViewCounted(client: string): boolean {
  // Parsing each address would take as long as sending the page.
  const network = client.includes(':') ? (networksOf(client)[0]?.name ?? client) : client;
  const views = (viewsOfNetworks.get(network) ?? 0) + 1;
  viewsOfNetworks.set(network, views);
  return views <= mostViews;
}

function openLimits(db: Database) {
  const secret = siteSettings().sanity.webhookSecret ?? '';
  const limit = (name: string, windows: { milliseconds: number; most: number }[]) =>
    new RateLimit({ db, name, secret, windows });
  return {
    reports: limit('visits', [{ milliseconds: minute, most: 300 }]),
    /** As many as copies of enquiries are kept. */
    enquiries: limit('enquiries counted', [
      { milliseconds: minute, most: 10 },
      { milliseconds: hour, most: 60 },
    ]),
  };
}

/** Seconds until a network may have this counted, or 0. Rejects without the ledger. */
export async function waitToCount(kind: VisitKind, client: string): Promise<number> {
  oncePerProcess.visitLimits ??= openLimits(await getDatabase());
  const { reports, enquiries } = oncePerProcess.visitLimits;
  return (kind === 'enquiry' ? enquiries : reports).take(networksOf(client), Date.now());
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
