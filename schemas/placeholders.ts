/**
 * The vocabulary of text placeholders. `{agency}`, `{email}`, `{phone}`, `{enquiries}` and `{enquiryDays}` come from the site settings, `{city}` and
 * `{state}` from the city page at hand; every other name is the key of a business figure in the site settings, so that
 * each figure is written once. The site fills them when it shows a text.
 */

export const settingsPlaceholders = ['agency', 'email', 'phone', 'enquiries', 'enquiryDays'] as const;
export const cityPlaceholders = ['city', 'state'] as const;
export const figureKeyPattern = /^[a-z][A-Za-z0-9]*$/;

/** One placeholder in a text; the first group is its name. Use with `matchAll` or `replace` (it is global). */
export const placeholderPattern = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** Fills the placeholders of a text that have a value; others stay as they are written. */
export function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replace(placeholderPattern, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? written) : written,
  );
}

/** The first curly brace of a text that belongs to no placeholder, with what stands around it; otherwise null. */
export function strayBrace(text: string): string | null {
  const rest = text.replace(placeholderPattern, '');
  return /\{[^{}]{0,30}\}?|[^{}\s]{0,30}\}/.exec(rest)?.[0] ?? null;
}

/** Names of the placeholders in a text, in order, with repetitions. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholderPattern)].flatMap((match) => match[1] ?? []);
}

const known: ReadonlySet<string> = new Set([...settingsPlaceholders, ...cityPlaceholders]);

/** Whether a name is taken by the site itself and so cannot be the key of a figure. */
export const isFixedPlaceholder = (name: string) => known.has(name);
