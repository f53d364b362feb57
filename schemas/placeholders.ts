/**
 * Text placeholders. `{agency}`, `{email}`, `{phone}`, `{enquiries}` and `{enquiryDays}` come from the site settings,
 * `{city}` and `{state}` from the city page; every other name is the key of a business figure.
 */

export const settingsPlaceholders = ['agency', 'email', 'phone', 'enquiries', 'enquiryDays'] as const;
export const cityPlaceholders = ['city', 'state'] as const;
export const figureKeyPattern = /^[a-z][A-Za-z0-9]*$/;

/** The first group is the name. Global: for `matchAll` and `replace`. */
export const placeholderPattern = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** Fills placeholders that have a value and leaves the others as written. */
export function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replace(placeholderPattern, (written, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? written) : written,
  );
}

/** The first curly brace outside placeholders with its surroundings, or null. */
export function strayBrace(text: string): string | null {
  const rest = text.replace(placeholderPattern, '');
  return /\{[^{}]{0,30}\}?|[^{}\s]{0,30}\}/.exec(rest)?.[0] ?? null;
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholderPattern)].flatMap((match) => match[1] ?? []);
}

const known: ReadonlySet<string> = new Set([...settingsPlaceholders, ...cityPlaceholders]);

/** Whether the site itself uses a name, which then cannot be a figure's key. */
export const isFixedPlaceholder = (name: string) => known.has(name);
