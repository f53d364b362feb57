import {
  type ArrayRule,
  type CustomValidator,
  defineArrayMember,
  defineField,
  type ObjectDefinition,
} from 'sanity';
import { optionsOf } from './tender-choices.ts';
import { shownText, type TextRuleOptions } from './text-rules.ts';

declare module 'sanity' {
  interface StringOptions {
    words?: true;
  }
}

/** Marks a text shown as written: its words in a preview lead to the field. */
export const words = { words: true } as const;

interface Titled {
  /** Without it, Sanity makes the title from the name. */
  title?: string;
}

interface TextOptions extends Titled, TextRuleOptions {
  initialValue?: string;
}

/** Puts fields into a tab of a document, or a box of a form. */
export function fieldsIn<const Place extends { group?: string; fieldset?: string }, One extends object>(
  place: Place,
  fields: readonly One[],
) {
  return fields.map((field) => ({ ...field, ...place }));
}

interface RequiredOptions extends Titled {
  type: string;
  options?: object;
  to?: { type: string }[];
  initialValue?: unknown;
}

export function requiredField(name: string, description: string, options: RequiredOptions) {
  return defineField({ ...options, name, description, validation: (rule) => rule.required() });
}

interface CheckedOptions extends Titled {
  required?: boolean;
  options?: typeof words;
}

/** A line with a rule of its own, without placeholders. */
export function checked(
  name: string,
  description: string,
  check: CustomValidator<string | undefined>,
  { required = true, ...field }: CheckedOptions = {},
) {
  return defineField({
    ...field,
    name,
    type: 'string',
    description,
    validation: (rule) => (required ? rule.required() : rule).custom(check),
  });
}

/** A one-line text for visitors; placeholders such as `{years}` work in it. */
export function line(
  name: string,
  description: string,
  { required = true, advisedMax, advice, ...field }: TextOptions = {},
) {
  return defineField({
    ...field,
    name,
    type: 'string',
    description,
    options: words,
    validation: shownText({ required, advisedMax, advice }),
  });
}

export function paragraph(
  name: string,
  description: string,
  { rows = 3, ...options }: TextOptions & { rows?: number } = {},
) {
  return defineField({ ...line(name, description, options), type: 'text', rows });
}

/** A word or two of the site's frame, with a default. */
export function label(
  name: string,
  title: string,
  description: string,
  initialValue: string,
  advisedMax = 60,
) {
  return line(name, description, { title, initialValue, advisedMax });
}

interface ChoiceOptions extends Titled {
  /** Values, or values with their titles. */
  list: string[] | Record<string, string>;
  initialValue: string;
  /** For two or three short options. */
  inOneLine?: boolean;
}

/** A required choice, shown as radio buttons. */
export function choice(
  name: string,
  description: string,
  { list, inOneLine = false, ...field }: ChoiceOptions,
) {
  return defineField({
    ...field,
    name,
    description,
    type: 'string',
    options: {
      list: Array.isArray(list) ? list : optionsOf(list),
      layout: 'radio',
      direction: inOneLine ? 'horizontal' : 'vertical',
    },
    validation: (rule) => rule.required(),
  });
}

interface Bounds extends Titled {
  required?: boolean;
  min?: number;
  max?: number;
}

function inNumber<Items>(rule: ArrayRule<Items>, { required = true, min = 1, max }: Bounds) {
  const bounded = max === undefined ? rule : rule.max(max);
  return required ? bounded.required().min(min) : bounded;
}

interface ListOptions extends Bounds {
  /** A type's name, documents of a type (each at most once), or the fields of an inline object. */
  item:
    | string
    | { to: string }
    | {
        name: string;
        title: string;
        fields: ObjectDefinition['fields'];
        preview: { title: string; subtitle?: string; media?: string };
      };
  check?: CustomValidator<unknown[] | undefined>;
}

export function list(
  name: string,
  description: string,
  { item, required, min, max, check, ...field }: ListOptions,
) {
  const isReference = typeof item === 'object' && 'to' in item;
  const member =
    typeof item === 'string'
      ? { type: item }
      : 'to' in item
        ? { type: 'reference', to: [{ type: item.to }] }
        : { ...item, type: 'object', preview: { select: item.preview } };
  return defineField({
    ...field,
    name,
    description,
    type: 'array',
    of: [defineArrayMember(member)],
    validation: (rule) => {
      const bounded = inNumber(rule, { required, min, max });
      const distinct = isReference ? bounded.unique() : bounded;
      return check ? distinct.custom(check) : distinct;
    },
  });
}

interface PointsOptions extends Bounds {
  /** Characters per point that the layout is made for. */
  advisedMax: number;
}

export function points(
  name: string,
  description: string,
  { required, max, advisedMax, ...field }: PointsOptions,
) {
  return defineField({
    ...field,
    name,
    type: 'array',
    description,
    of: [defineArrayMember({ type: 'string', options: words, validation: shownText({ advisedMax }) })],
    validation: (rule) => inNumber(rule, { required, max }),
  });
}

export function toggle(name: string, title: string, description: string, initialValue = false) {
  return defineField({ name, title, type: 'boolean', description, initialValue });
}

export function orderField(title: string) {
  return defineField({
    name: 'order',
    title,
    type: 'number',
    description: 'Small numbers come first.',
    initialValue: 100,
    validation: (rule) => rule.required().integer().min(0),
  });
}
