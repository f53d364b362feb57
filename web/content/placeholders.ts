import { fillPlaceholders } from '#schemas/placeholders.ts';
import { withTexts } from './with-texts.ts';

type Values = Record<string, string>;

/** Link texts of sections that list cities. These sections fill in `{city}` for each city. */
const perCity = new Set(['linkText', 'nearbyLinkText']);

/** Fills the placeholders in every text of a query result, except ids, types and keys. */
export function fillAllPlaceholders<Result extends object>(
  result: Result,
  site: Values,
  city: Values = {},
): Result {
  const all = { ...site, ...city };
  return withTexts(result, (text, name) =>
    name.startsWith('_') ? text : fillPlaceholders(text, perCity.has(name) ? site : all),
  );
}
