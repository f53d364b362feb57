import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { hour, minute, second } from '#web/contracts/durations.ts';
import type { VisitKind } from '#web/contracts/visit.ts';
import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { limitRate, listNetworks } from '#web/http/rate-limit.ts';
import { log } from '#web/log.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { VisitCounts, type VisitEvent } from './counts.ts';
import { findSource, type Source, withoutWww } from './source.ts';

type Headers = Record<string, string | string[] | undefined>;

/** Milliseconds that visits stay in memory before they are written. */
const flushEvery = 10 * second;

declare global {
  interface OncePerProcess {
    visits: { counts: VisitCounts; flushing?: NodeJS.Timeout };
    visitLimits: ReturnType<typeof openLimits>;
    viewsOfNetworks: LRUCache<string, number>;
  }
}

oncePerProcess.visits ??= { counts: new VisitCounts() };
// Views are counted in memory, since a query for each view would cost more than the page.
oncePerProcess.viewsOfNetworks ??= new LRUCache({ max: 10_000, ttl: minute, noUpdateTTL: true });
const { visits, viewsOfNetworks } = oncePerProcess;

/** Returns whether a request seems to come from a person's browser, and not from a bot, prefetch or prerender. */
export function isFromBrowser(headers: Headers): boolean {
  const browser = String(headers['user-agent'] ?? '');
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? '');
  return browser !== '' && !isbot(browser) && !/prefetch|prerender/.test(purpose);
}

/** Returns whether a request seems to come from a page of our site. Scripts in a page cannot set these headers. */
export function isSentFromPage(headers: Headers): boolean {
  const site = headers['sec-fetch-site'];
  const origin = URL.parse(String(headers.origin ?? ''));
  const isOwn = origin !== null && ownHosts(headers).includes(withoutWww(origin.hostname));
  return isFromBrowser(headers) && (site === undefined ? isOwn : site === 'same-origin');
}

/** Finds the source of a visit in the request's URL and referrer. */
export function sourceOfRequest(url: string, headers: Headers): Source | undefined {
  const [, query = ''] = url.split('?', 2);
  const referrer = String(headers.referer ?? '');
  if (!query && !referrer) return undefined;
  return findSource(new URLSearchParams(query), referrer, ownHosts(headers));
}

/** Returns the path of the page that sent a request. Undefined if it is not a page of this site. */
export function pageOfRequest(headers: Headers): string | undefined {
  const page = URL.parse(String(headers.referer ?? ''));
  return page && ownHosts(headers).includes(withoutWww(page.hostname)) ? page.pathname : undefined;
}

const ownHosts = ({ host }: Headers) => [
  withoutWww(URL.parse(siteSettings().siteUrl)?.hostname ?? ''),
  withoutWww(String(host).replace(/:\d+$/, '')),
];

/** Maximum page views counted per network and minute. Mobile carriers put many people behind one address. */
const maxViewsPerMinute = 600;

/** Counts a page view towards the limit of the client's network. Returns whether it is within the limit. */
export function isViewCounted(client: string): boolean {
  // Parse only IPv6 addresses: parsing takes as long as sending the page.
  const network = client.includes(':') ? (listNetworks(client)[0]?.name ?? client) : client;
  const views = (viewsOfNetworks.get(network) ?? 0) + 1;
  viewsOfNetworks.set(network, views);
  return views <= maxViewsPerMinute;
}

function openLimits(db: Database) {
  const secret = siteSettings().sanity.webhookSecret ?? '';
  const limit = (name: string, windows: { milliseconds: number; max: number }[]) =>
    limitRate({ db, name, secret, windows });
  return {
    reports: limit('visits', [{ milliseconds: minute, max: 300 }]),
    /** The same limits as for copies of enquiries. */
    enquiries: limit('enquiries counted', [
      { milliseconds: minute, max: 10 },
      { milliseconds: hour, max: 60 },
    ]),
  };
}

/** Resolves to the seconds until this network's visit may be counted, or 0. Rejects if the ledger is unavailable. */
export async function waitToCount(kind: VisitKind, client: string): Promise<number> {
  oncePerProcess.visitLimits ??= openLimits(await getDatabase());
  const { reports, enquiries } = oncePerProcess.visitLimits;
  return (kind === 'enquiry' ? enquiries : reports).take(listNetworks(client), Date.now());
}

/** Counts a visit. It is written to the ledger within `flushEvery`. */
export function countVisit(event: VisitEvent): void {
  visits.counts.add(event, Date.now());
  visits.flushing ??= setTimeout(() => void flushVisits(), flushEvery).unref();
}

/** Writes pending visits. If the ledger is not writable, they stay pending. */
export async function flushVisits(database: Promise<Database> = getDatabase()): Promise<void> {
  clearTimeout(visits.flushing);
  delete visits.flushing;
  try {
    await visits.counts.flush(await database);
  } catch (reason) {
    log('warn', 'visits cannot be written at the moment', { reason });
  }
}
