import { clickParameters, campaignParameters as parameters } from '#web/contracts/query-parameters.ts';

/** What brought a visit, as campaigns name it: "google / cpc / diwali", "example.com / referral". */
export type Source = string;

/** Characters of one word. */
const longest = 40;
const separator = ' / ';

/** What each advertiser's click says. */
const clicks: Record<(typeof clickParameters)[number], Source> = {
  gclid: 'google / cpc',
  gbraid: 'google / cpc',
  wbraid: 'google / cpc',
  msclkid: 'bing / cpc',
  fbclid: 'facebook / social',
};
const engine = /(?:^|\.)(google|bing|duckduckgo|yahoo|ecosia|yandex|baidu)\./;
/** Its checkout leads back to the page it was opened on. */
const gateway = /(?:^|\.)razorpay\.com$/;

/** A campaign's word; nothing with an e-mail address, a phone number or another long number in it. */
function wordOf(value: string | null): string {
  const text = (value ?? '').normalize('NFC').toLowerCase();
  if (/@|\d[\d\s-]{8,}\d/.test(text)) return '';
  return [...text.replaceAll(/[^\p{L}\p{M}\p{N}._+-]+/gu, ' ').trim()].slice(0, longest).join('').trim();
}

/** A host as it is compared and shown. */
export const bare = (host: string): string => host.replace(/^www\./, '');

/** Undefined where nobody says it. `own`: hosts of the site, whose links say nothing. */
export function sourceOf(
  query: URLSearchParams,
  referrer = '',
  own: readonly string[] = [],
): Source | undefined {
  const [source = '', medium, campaign] = parameters.map((name) => wordOf(query.get(name)));
  if (source) return [source, medium || (campaign && '-'), campaign].filter(Boolean).join(separator);
  const click = clickParameters.find((name) => query.has(name));
  if (click) return clicks[click];
  const host = bare(URL.parse(referrer)?.hostname ?? '');
  if (!host || own.includes(host) || gateway.test(host)) return undefined;
  const [, found] = engine.exec(host) ?? [];
  return found ? `${found}${separator}organic` : [wordOf(host), 'referral'].filter(Boolean).join(separator);
}

/** The parameters that say a source: `sourceOf` them is the same. */
export function queryOfSource(source: Source): string {
  const words = source.split(separator);
  return new URLSearchParams(
    parameters.flatMap((name, index) => (words[index] ? [[name, words[index]]] : [])),
  ).toString();
}
