import {
  type ArrayRule,
  type CustomValidator,
  defineArrayMember,
  defineField,
  type ObjectDefinition,
} from 'sanity';
import { checkHasText } from './objects/rich-text.ts';
import { type TextRuleOptions, visitorTextRules } from './text-rules.ts';

/** Names our input of a field in the Studio (`studio/form/input.tsx`). */
interface NamedInput {
  input?: 'icon' | 'place' | 'tags';
}

declare module 'sanity' {
  interface StringOptions extends NamedInput {
    editableText?: true;
  }
  interface GeopointOptions extends NamedInput {}
  interface ArrayOptions<V> extends NamedInput {}
}

/** Marks a text as editable: a click on it in a preview opens its field. */
export const editableText = { editableText: true } as const;

/** Turns a record of values and titles into the options of a field. */
export const toOptions = (titles: Record<string, string>) =>
  Object.entries(titles).map(([value, title]) => ({ value, title }));

interface WithTitle {
  /** Defaults to a title that Sanity derives from the name. */
  title?: string;
}

interface TextOptions extends WithTitle, TextRuleOptions {
  initialValue?: string;
}

/** Puts fields into a tab (`group`) of a document or a fieldset of a form. */
export function fieldsIn<const Place extends { group?: string; fieldset?: string }, Field extends object>(
  place: Place,
  fields: readonly Field[],
) {
  return fields.map((field) => ({ ...field, ...place }));
}

interface RequiredOptions extends WithTitle {
  type: string;
  options?: object;
  to?: { type: string }[];
  initialValue?: unknown;
}

export function requiredField(name: string, description: string, options: RequiredOptions) {
  return defineField({
    ...options,
    name,
    description,
    validation: (rule) => rule.required().custom(checkHasText),
  });
}

/** Written in digits, because Sanity takes the names of months from another time zone than the days. */
export const dateFormat = 'DD/MM/YYYY';

interface DayOptions extends WithTitle {
  required?: boolean;
  initialValue?: () => string;
  check?: CustomValidator<string | undefined>;
}

export function day(
  name: string,
  description: string,
  { required = true, check = () => true, ...field }: DayOptions = {},
) {
  return defineField({
    ...field,
    name,
    description,
    type: 'date',
    options: { dateFormat },
    validation: (rule) => (required ? rule.required() : rule).custom(check),
  });
}

interface ValidatedLineOptions extends WithTitle {
  required?: boolean;
  options?: typeof editableText;
}

/** Defines a one-line text with its own validation and without placeholders. */
export function validatedLine(
  name: string,
  description: string,
  check: CustomValidator<string | undefined>,
  { required = true, ...field }: ValidatedLineOptions = {},
) {
  return defineField({
    ...field,
    name,
    type: 'string',
    description,
    validation: (rule) => (required ? rule.required() : rule).custom(check),
  });
}

/** Defines a one-line text for visitors, in which placeholders such as `{years}` work. */
export function line(
  name: string,
  description?: string,
  { required = true, advisedMax, advice, ...field }: TextOptions = {},
) {
  return defineField({
    ...field,
    name,
    type: 'string',
    ...(description && { description }),
    options: editableText,
    validation: visitorTextRules({ required, advisedMax, advice }),
  });
}

export function paragraph(
  name: string,
  description: string,
  { rows = 3, ...options }: TextOptions & { rows?: number } = {},
) {
  return defineField({ ...line(name, description, options), type: 'text', rows });
}

/** Defines a short required text, such as a button or a heading. Its title says where the site shows it. */
export function label(name: string, title: string, initialValue?: string, max = 60) {
  return line(name, undefined, { title, ...(initialValue && { initialValue }), advisedMax: max });
}

/** Defines a label that may be empty, which its title says. */
export function optionalLabel(name: string, title: string, initialValue: string, max: number) {
  return line(name, undefined, {
    title: `${title} (optional)`,
    ...(initialValue && { initialValue }),
    required: false,
    advisedMax: max,
  });
}

interface ChoiceOptions extends WithTitle {
  /** The values, or a record of values and their titles. */
  list: string[] | Record<string, string>;
  initialValue: string;
  /** Shows two or three short options next to each other. */
  inline?: boolean;
  /** Set to false for a field that earlier content lacks. */
  required?: boolean;
}

/** Defines a choice with radio buttons. */
export function choice(
  name: string,
  description: string,
  { list, inline = false, required = true, ...field }: ChoiceOptions,
) {
  return defineField({
    ...field,
    name,
    description,
    type: 'string',
    options: {
      list: Array.isArray(list) ? list : toOptions(list),
      layout: 'radio',
      direction: inline ? 'horizontal' : 'vertical',
    },
    validation: (rule) => (required ? rule.required() : rule),
  });
}

interface CountLimits extends WithTitle {
  required?: boolean;
  min?: number;
  max?: number;
}

function limitCount<Items>(rule: ArrayRule<Items>, { required = true, min = 1, max }: CountLimits) {
  const limited = max === undefined ? rule : rule.max(max);
  return required ? limited.required().min(min) : limited;
}

/** Turns “caseStudy” into “Case study”. Sanity's own title of an item is “Reference to case study”. */
const titleFromName = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

interface ListOptions extends CountLimits {
  /** The name of a type, references to documents of a type (no duplicates), or an inline object. */
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
        ? { type: 'reference', title: titleFromName(item.to), to: [{ type: item.to }] }
        : { ...item, type: 'object', preview: { select: item.preview } };
  return defineField({
    ...field,
    name,
    description,
    type: 'array',
    of: [defineArrayMember(member)],
    validation: (rule) => {
      const bounded = limitCount(rule, { required, min, max });
      const distinct = isReference ? bounded.unique() : bounded;
      return check ? distinct.custom(check) : distinct;
    },
  });
}

interface PointsOptions extends CountLimits {
  /** Recommended maximum of characters in each point. */
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
    of: [
      defineArrayMember({
        type: 'string',
        options: editableText,
        validation: visitorTextRules({ advisedMax }),
      }),
    ],
    validation: (rule) => limitCount(rule, { required, max }),
  });
}

interface TagOptions extends WithTitle {
  /** Options of each word. */
  words?: typeof editableText;
  /** Recommended maximum of words. */
  advisedMax?: number;
}

/** Defines an optional list of words, each one once. */
export function tags(name: string, description: string, { words, advisedMax, ...field }: TagOptions = {}) {
  return defineField({
    ...field,
    name,
    type: 'array',
    description,
    of: [defineArrayMember({ type: 'string', ...(words && { options: words }) })],
    options: { layout: 'tags', input: 'tags' },
    validation: (rule) => [
      rule.unique(),
      ...(advisedMax ? [rule.max(advisedMax).warning(`Use at most ${advisedMax}.`)] : []),
    ],
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
    description: 'Lower numbers come first.',
    initialValue: 100,
    validation: (rule) => rule.required().integer().min(0),
  });
}
