import { fillPlaceholders } from '#schemas/placeholders.ts';

type Values = Record<string, string>;

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
