import { clickParameters, campaignParameters as parameters } from '#web/contracts/query-parameters.ts';
import { assistantMedium, sourceSeparator as separator } from '#web/contracts/visit.ts';

/** Attribution of a visit: campaign ("google / cpc / diwali") or referrer ("example.com / referral"). */
export type Source = string;

/** Maximum characters of a source, medium or campaign name. */
const maxLength = 40;

/** Sources by click identifier. Each ad platform adds its own identifier to the URL. */
const clicks: Record<(typeof clickParameters)[number], Source> = {
  gclid: 'google / cpc',
  gbraid: 'google / cpc',
  wbraid: 'google / cpc',
  msclkid: 'bing / cpc',
  fbclid: 'facebook / social',
};
const engine = /(?:^|\.)(google|bing|duckduckgo|yahoo|ecosia|yandex|baidu)\./;
/** AI assistants. They name themselves as the referrer or as a campaign's source. */
const assistants = /^(?:chatgpt\.com|claude\.ai|copilot\.microsoft\.com|gemini\.google\.com|perplexity\.ai)$/;
/** Not a source: the gateway's checkout returns to the page on which it was opened. */
const gateway = /(?:^|\.)razorpay\.com$/;

/** Cleans a name. Returns '' if the name contains an e-mail address, a phone number or another long number. */
function cleanName(value: string | null): string {
  const text = (value ?? '').normalize('NFC').toLowerCase();
  if (/@|\d[\d\s-]{8,}\d/.test(text)) return '';
  return [...text.replaceAll(/[^\p{L}\p{M}\p{N}._+-]+/gu, ' ').trim()].slice(0, maxLength).join('').trim();
}

/** Returns the medium of a source whose link names none. */
const inferMedium = (source: string, campaign?: string) =>
  assistants.test(source) ? assistantMedium : campaign && '-';

export const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** Finds a visit's source in the query string or referrer. Undefined if unknown. `own` lists the site's hosts. */
export function findSource(
  query: URLSearchParams,
  referrer = '',
  own: readonly string[] = [],
): Source | undefined {
  const [source = '', medium, campaign] = parameters.map((name) => cleanName(query.get(name)));
  if (source)
    return [source, medium || inferMedium(source, campaign), campaign].filter(Boolean).join(separator);
  const click = clickParameters.find((name) => query.has(name));
  if (click) return clicks[click];
  const host = withoutWww(URL.parse(referrer)?.hostname ?? '');
  if (!host || own.includes(host) || gateway.test(host)) return undefined;
  // Before search engines: Gemini's host ends with google.com.
  if (assistants.test(host)) return host + separator + assistantMedium;
  const [, found] = engine.exec(host) ?? [];
  return found
    ? `${found}${separator}organic`
    : [cleanName(host), 'referral'].filter(Boolean).join(separator);
}

/** Returns a source as a query string of campaign parameters. */
export function queryOfSource(source: Source): string {
  const names = source.split(separator);
  return new URLSearchParams(
    parameters.flatMap((name, index) => (names[index] ? [[name, names[index]]] : [])),
  ).toString();
}
