import { fillPlaceholders } from '#schemas/placeholders.ts';
import type { Site } from './types.ts';

type Values = Record<string, string>;

/** Placeholder values from the site settings and the business figures. */
export function siteValues(
  site: Pick<Site, 'agencyName' | 'email' | 'phone' | 'figures' | 'enquiryCopies'>,
): Values {
  const { keep, days, notice } = site.enquiryCopies ?? {};
  return {
    // A figure and its unit stay on one line, and so does a telephone number.
    ...Object.fromEntries(
      (site.figures ?? []).map(({ key, value }) => [key, value.replace(/^(\d\S*) /, '$1\u00a0')]),
    ),
    agency: site.agencyName,
    email: site.email,
    phone: site.phone.replaceAll(' ', '\u00a0'),
    enquiries: (keep && notice) || '',
    enquiryDays: String(days ?? ''),
  };
}

/** Link texts for many cities: the section that shows them fills `{city}` for each. */
const perCity = new Set(['linkText', 'nearbyLinkText']);

/** Fills placeholders in every text of a query result, except ids, types and keys. */
export function fillAll<Result>(result: Result, site: Values, city: Values = {}): Result {
  const all = { ...site, ...city };
  return JSON.parse(JSON.stringify(result), (key, value: unknown) =>
    typeof value === 'string' && !key.startsWith('_')
      ? fillPlaceholders(value, perCity.has(key) ? site : all)
      : value,
  );
}
