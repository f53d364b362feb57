import { getVersionFromId } from '@sanity/client/csm';
import type { StringRule, ValidationContext } from 'sanity';
import { apiVersion } from './api-version.ts';
import { today } from './days.ts';
import {
  cityPlaceholders,
  figureKeyPattern,
  isReservedPlaceholder,
  longestVersion,
  placeholdersIn,
  resultPlaceholders,
  settingsPlaceholders,
  strayBrace,
} from './placeholders.ts';
import { textOf } from './property.ts';
import { slugPattern } from './slug-rules.ts';

/** Returns a client that reads content for a validator: in the document's release, or else in the perspective `otherwise`. */
export function validationClient(
  { document, getClient }: Pick<ValidationContext, 'document' | 'getClient'>,
  otherwise: 'drafts' | 'raw',
) {
  const release = getVersionFromId(document?._id ?? '');
  const perspective = release ? [release] : otherwise;
  return getClient({ apiVersion }).withConfig({ perspective, useCdn: false });
}

const cityDocuments = new Set(['cityPage', 'cityPageTemplate']);
const cityNames: ReadonlySet<string> = new Set(cityPlaceholders);
/** Placeholders that work only in some texts. */
const placedNames: ReadonlySet<string> = new Set([...cityPlaceholders, ...resultPlaceholders]);

/** Caches the figure keys per document value, because each of a page's many texts may name figures. */
const cachedKeys = new WeakMap<object, Promise<string[]>>();

/** Returns the keys of the business figures, from the settings in the form or from the saved settings. */
export async function figureKeys(context: ValidationContext): Promise<string[]> {
  const { document } = context;
  if (!document) return loadFigureKeys(context);
  if (document._type === 'siteSettings') return readKeys(document.figures);
  const found = cachedKeys.get(document) ?? loadFigureKeys(context);
  cachedKeys.set(document, found);
  return found;
}

async function loadFigureKeys(context: ValidationContext): Promise<string[]> {
  const figures = await validationClient(context, 'drafts').fetch<unknown>(
    '*[_type == "siteSettings"][0].figures[]{key}',
  );
  return readKeys(figures);
}

const readTexts = (items: unknown, name: string): string[] =>
  Array.isArray(items) ? items.flatMap((item: unknown) => textOf(item, name) ?? []) : [];

const readKeys = (figures: unknown) => readTexts(figures, 'key');

/** Returns the first text that two items share in the field `name`, or undefined. */
export const findDuplicate = (items: unknown, name: string) =>
  readTexts(items, name).find((text, index, texts) => texts.indexOf(text) !== index);

export async function checkPlaceholders(text: string, context: ValidationContext) {
  const names = [...new Set(placeholdersIn(text))];
  const allowed = placedNamesIn(context);
  const misplaced = names.find((name) => placedNames.has(name) && !allowed.includes(name));
  if (misplaced)
    return allowed.length === 0
      ? `{${misplaced}} works only ${cityNames.has(misplaced) ? 'on city pages. Type the name of the city instead.' : 'in the text of a result.'}`
      : `{${misplaced}} does not work here. Use {${allowed.join('}, {')}} instead.`;
  const figureNames = names.filter((name) => !isReservedPlaceholder(name));
  const stray = strayBrace(text);
  if (figureNames.length === 0 && !stray) return true;
  const keys = await figureKeys(context);
  const unknown = figureNames.find((name) => !keys.includes(name));
  if (!unknown && !stray) return true;
  const known = [...settingsPlaceholders, ...allowed, ...keys];
  const list = known.map((name) => `{${name}}`).join(', ');
  return unknown
    ? `{${unknown}} is not a placeholder. Use one of these: ${list}.`
    : `Visitors would see the curly braces in "${stray}". Use braces only for placeholders: ${list}.`;
}

function placedNamesIn({ document, path }: ValidationContext): readonly string[] {
  switch (path?.at(-1)) {
    // Shown once for each city, so the text may name the city on any page.
    case 'linkText':
      return cityPlaceholders;
    case 'resultText':
      return resultPlaceholders;
    // Shown once for each nearby city, and only its name is known.
    case 'nearbyLinkText':
      return ['city'];
    default:
      return cityDocuments.has(document?._type ?? '') ? cityPlaceholders : [];
  }
}

export interface TextRuleOptions {
  required?: boolean;
  /** Recommended maximum of characters. A longer text causes a warning only. */
  advisedMax?: number;
  advice?: string;
}

/** Returns validation rules for a text that visitors read: required, valid placeholders, recommended length. */
export function visitorTextRules({
  required = false,
  advisedMax,
  advice = `Use at most ${advisedMax} characters if you can. A longer text also works.`,
}: TextRuleOptions = {}) {
  return (rule: StringRule) => [
    (required ? rule.required() : rule).custom((text, context) => checkPlaceholders(text ?? '', context)),
    ...(advisedMax
      ? [rule.custom((text) => longestVersion(text ?? '') <= advisedMax || advice).warning()]
      : []),
  ];
}

export function checkFigureKey(key: string | undefined): true | string {
  if (!key) return true;
  if (!figureKeyPattern.test(key))
    return 'Use only letters and digits, beginning with a small letter, for example activeClients.';
  if (isReservedPlaceholder(key)) return `The site already uses {${key}}. Enter another key.`;
  return true;
}

const internationalPhone = /^\+[1-9]\d{6,14}$/;
/**
 * A domestic 0 after the country code. In Italy and in a few countries with longer codes, the 0 belongs to the number. A
 * sample of zeros passes, because the launch checklist names it.
 */
const domesticZero = /^\+(?:[17]|2[07]|3[0-46]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|9[67]\d)0(?!0)/;

/** Requires the international form, so that call and WhatsApp links work. The links drop spaces and invisible characters. */
export function checkPhone(phone: string | undefined): true | string {
  if (!phone) return true;
  const number = phone.replaceAll(/[^\x21-\x7e\p{L}\p{N}]|-/gu, '');
  if (domesticZero.test(number))
    return 'Leave out the 0 after the country code, for example +971 50 123 4567.';
  return (
    internationalPhone.test(number) ||
    'Enter the number with + and the country code, for example +91 98765 43210.'
  );
}

/** Refuses a date after today in India. */
export function notInFuture(date: string | undefined): true | string {
  return date && date > today() ? 'This date is in the future. Enter today or an earlier date.' : true;
}

export const checkServiceValue = (value: string | undefined): true | string =>
  !value || slugPattern.test(value) || 'Use lowercase letters, digits and hyphens, for example gulf-tenders.';
