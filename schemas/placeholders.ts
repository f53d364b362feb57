import { z } from 'zod';

/**
 * Placeholders in texts. `{agency}`, `{email}`, `{phone}`, `{enquiries}`, `{enquiryDays}`, `{applications}` and `{applicationDays}` come from the
 * site settings, `{city}` and `{state}` from the city page, and those of a result from a visitor's figures. Every other name is the key of a
 * business figure. Words in the form `{rupees|dirhams}` are for readers in India and for those in the Gulf.
 */

export const settingsPlaceholders = [
  ...(['agency', 'email', 'phone'] as const),
  ...(['enquiries', 'enquiryDays', 'applications', 'applicationDays'] as const),
] as const;
export const cityPlaceholders = ['city', 'state'] as const;
/** Placeholders of the result of the section `enquiryValue`. */
export const resultPlaceholders = ['worth', 'spend', 'more', 'now'] as const;
export const figureKeyPattern = /^[a-z][A-Za-z0-9]*$/;

const text = z.string().nullish();

/** Fields of the site settings that fill placeholders, as stored and as queried. */
export const placeholderSource = z.object({
  agencyName: text,
  email: text,
  phone: text,
  figures: z.array(z.object({ key: text, value: text })).nullish(),
  /** Present if the text is for a reader in the Gulf. */
  gulf: z.looseObject({}).optional(),
  enquiryCopies: z
    .object({ keep: z.boolean().nullish(), days: z.number().nullish(), notice: text })
    .nullish(),
  applications: z.object({ open: z.boolean().nullish(), days: z.number().nullish(), notice: text }).nullish(),
});

/** Returns the values of placeholders, with non-breaking spaces in phone numbers and after a figure. */
export function placeholderValues(settings: z.infer<typeof placeholderSource>): Record<string, string> {
  const { agencyName, email, phone, figures, gulf, enquiryCopies, applications } = settings;
  const { keep, days, notice } = enquiryCopies ?? {};
  const values: Record<(typeof settingsPlaceholders)[number], string | null | undefined> = {
    agency: agencyName,
    email,
    phone: phone?.replaceAll(' ', '\u00a0'),
    enquiries: (keep && notice) || '',
    enquiryDays: String(days ?? ''),
    applications: (applications?.open && applications.notice) || '',
    applicationDays: String(applications?.days ?? ''),
  };
  const shown = (figures ?? []).map(({ key, value }) => [key, value?.replace(/^(\d\S*) /, '$1\u00a0')]);
  const given = [...shown, ...Object.entries(values), [gulf && gulfName, '']].flatMap(
    ([key, value]): [string, string][] =>
      typeof key === 'string' && typeof value === 'string' ? [[key, value]] : [],
  );
  return Object.fromEntries(given);
}

/** Matches a placeholder; the first group is its name. Global, for `matchAll` and `replace`. */
export const placeholderPattern = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** Matches words for readers in India and in the Gulf. Both may contain placeholders. */
const readerPattern = /\{((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g;
/** Among the values of placeholders, says that the reader is in the Gulf. No placeholder can have this name. */
const gulfName = '|';

/** Replaces the placeholders that have a value, leaves the others unchanged, and chooses the words for the reader. */
export function fillPlaceholders(text: string, values: Record<string, string>): string {
  const filled = text.replace(placeholderPattern, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? written) : written,
  );
  return filled.replace(readerPattern, gulfName in values ? '$2' : '$1');
}

/** Returns the more characters of a text's two versions. */
export const longestVersion = (text: string): number =>
  Math.max(fillPlaceholders(text, {}).length, fillPlaceholders(text, { [gulfName]: '' }).length);

/** Returns the first curly brace outside a placeholder, with the text around it, or null. */
export function strayBrace(text: string): string | null {
  const rest = text.replace(placeholderPattern, '').replace(readerPattern, '');
  return /\{[^{}]{0,30}\}?|[^{}\s]{0,30}\}/.exec(rest)?.[0] ?? null;
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholderPattern)].flatMap((match) => match[1] ?? []);
}

const reserved: ReadonlySet<string> = new Set([
  ...settingsPlaceholders,
  ...cityPlaceholders,
  ...resultPlaceholders,
]);

/** Whether the site uses this name itself, so that no figure can have it as its key. */
export const isReservedPlaceholder = (name: string) => reserved.has(name);
