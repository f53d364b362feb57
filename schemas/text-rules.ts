import { getVersionFromId } from '@sanity/client/csm';
import type { CustomValidator, StringRule, ValidationContext } from 'sanity';
import { apiVersion } from './api-version.ts';
import { today } from './days.ts';
import {
  cityPlaceholders,
  figureKeyPattern,
  isReservedPlaceholder,
  placeholdersIn,
  settingsPlaceholders,
  strayBrace,
} from './placeholders.ts';
import { textOf } from './property.ts';
import { slugPattern } from './slug-rules.ts';

/** Client for what surrounds a validated document: as its release leaves it, otherwise in perspective `otherwise`. */
export function validationClient({ document, getClient }: ValidationContext, otherwise: 'drafts' | 'raw') {
  const release = getVersionFromId(document?._id ?? '');
  const perspective = release ? [release] : otherwise;
  return getClient({ apiVersion }).withConfig({ perspective, useCdn: false });
}

const cityDocuments = new Set(['cityPage', 'cityPageTemplate']);
const cityNames: ReadonlySet<string> = new Set(cityPlaceholders);

/** Cached per document value: each of a page's dozens of texts may name figures. */
const cachedKeys = new WeakMap<object, Promise<string[]>>();

/** Keys of the business figures, from the settings being edited or the saved ones. */
export async function figureKeys(context: ValidationContext): Promise<string[]> {
  const { document } = context;
  if (!document) return loadFigureKeys(context);
  if (document._type === 'siteSettings') return keysOf(document.figures);
  const found = cachedKeys.get(document) ?? loadFigureKeys(context);
  cachedKeys.set(document, found);
  return found;
}

async function loadFigureKeys(context: ValidationContext): Promise<string[]> {
  const figures = await validationClient(context, 'drafts').fetch<unknown>(
    '*[_type == "siteSettings"][0].figures[]{key}',
  );
  return keysOf(figures);
}

const textsOf = (items: unknown, name: string): string[] =>
  Array.isArray(items) ? items.flatMap((item: unknown) => textOf(item, name) ?? []) : [];

const keysOf = (figures: unknown) => textsOf(figures, 'key');

/** A text that two items share under one name, or undefined. */
export const findDuplicate = (items: unknown, name: string) =>
  textsOf(items, name).find((text, index, texts) => texts.indexOf(text) !== index);

export async function checkPlaceholders(text: string, context: ValidationContext) {
  const names = [...new Set(placeholdersIn(text))];
  const allowedCityNames = cityPlaceholdersIn(context);
  const misplaced = names.find((name) => cityNames.has(name) && !allowedCityNames.includes(name));
  if (misplaced)
    return allowedCityNames.length === 0
      ? `{${misplaced}} works on city pages only. Write the city's name instead.`
      : `{${misplaced}} does not work here, {${allowedCityNames.join('}, {')}} does.`;
  const figureNames = names.filter((name) => !isReservedPlaceholder(name));
  const stray = strayBrace(text);
  if (figureNames.length === 0 && !stray) return true;
  const keys = await figureKeys(context);
  const unknown = figureNames.find((name) => !keys.includes(name));
  if (!unknown && !stray) return true;
  const known = [...settingsPlaceholders, ...allowedCityNames, ...keys];
  const list = known.map((name) => `{${name}}`).join(', ');
  return unknown
    ? `{${unknown}} is not a placeholder. There are: ${list}.`
    : `"${stray}" would be shown with its curly braces. They are for placeholders: ${list}.`;
}

function cityPlaceholdersIn({ document, path }: ValidationContext): readonly string[] {
  switch (path?.at(-1)) {
    // Shown once per city, so it may name the city on any page.
    case 'linkText':
      return cityPlaceholders;
    // Shown once per neighbouring city, of which only the name is known.
    case 'nearbyLinkText':
      return ['city'];
    default:
      return cityDocuments.has(document?._type ?? '') ? cityPlaceholders : [];
  }
}

const placeholdersExist: CustomValidator<string | undefined> = (text, context) =>
  text ? checkPlaceholders(text, context) : true;

export interface TextRuleOptions {
  required?: boolean;
  /** Characters the layout is made for; beyond it the editor is only warned. */
  advisedMax?: number;
  advice?: string;
}

/** Validation for texts that visitors read: required, placeholders, advised length. */
export function visitorTextRules({
  required = false,
  advisedMax,
  advice = `Reads best with at most ${advisedMax} characters. Longer text still works.`,
}: TextRuleOptions = {}) {
  return (rule: StringRule) => [
    (required ? rule.required() : rule).custom(placeholdersExist),
    ...(advisedMax ? [rule.max(advisedMax).warning(advice)] : []),
  ];
}

export function checkFigureKey(key: string | undefined): true | string {
  if (!key) return true;
  if (!figureKeyPattern.test(key))
    return 'Use letters and digits only, beginning with a small letter: activeClients.';
  if (isReservedPlaceholder(key)) return `{${key}} already has a meaning. Choose another key.`;
  return true;
}

const internationalPhone = /^\+[1-9]\d{6,14}$/;

/** International form, so that call and WhatsApp links always work. */
export function checkPhone(phone: string | undefined): true | string {
  if (!phone) return true;
  return (
    internationalPhone.test(phone.replaceAll(/[ -]/g, '')) ||
    'Write the number in international form, beginning with + and the country code: +91 98765 43210.'
  );
}

/** By India's day. */
export function notInFuture(date: string | undefined): true | string {
  return date && date > today() ? 'This date is in the future.' : true;
}

export const checkServiceValue = (value: string | undefined): true | string =>
  !value || slugPattern.test(value) || 'Use small letters, digits and hyphens: gulf-tenders.';
