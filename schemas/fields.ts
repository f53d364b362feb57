import {
  type ArrayRule,
  type CustomValidator,
  defineArrayMember,
  defineField,
  type ObjectDefinition,
} from 'sanity';
import { type TextRuleOptions, visitorTextRules } from './text-rules.ts';

declare module 'sanity' {
  interface StringOptions {
    editableText?: true;
  }
}

/** Marks a text shown as written: its words in a preview lead to the field. */
export const editableText = { editableText: true } as const;

/** Turns a record of values and titles into the options of a field. */
export const optionsOf = (titles: Record<string, string>) =>
  Object.entries(titles).map(([value, title]) => ({ value, title }));

interface WithTitle {
  /** Without it, Sanity makes the title from the name. */
  title?: string;
}

interface TextOptions extends WithTitle, TextRuleOptions {
  initialValue?: string;
}

/** Puts fields into a tab of a document, or a box of a form. */
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
  return defineField({ ...options, name, description, validation: (rule) => rule.required() });
}

interface ValidatedLineOptions extends WithTitle {
  required?: boolean;
  options?: typeof editableText;
}

/** A line with a rule of its own, without placeholders. */
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

interface ChoiceOptions extends WithTitle {
  /** Values, or values with their titles. */
  list: string[] | Record<string, string>;
  initialValue: string;
  /** For two or three short options. */
  isHorizontal?: boolean;
}

/** A required choice, shown as radio buttons. */
export function choice(
  name: string,
  description: string,
  { list, isHorizontal = false, ...field }: ChoiceOptions,
) {
  return defineField({
    ...field,
    name,
    description,
    type: 'string',
    options: {
      list: Array.isArray(list) ? list : optionsOf(list),
      layout: 'radio',
      direction: isHorizontal ? 'horizontal' : 'vertical',
    },
    validation: (rule) => rule.required(),
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

interface ListOptions extends CountLimits {
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
      const bounded = limitCount(rule, { required, min, max });
      const distinct = isReference ? bounded.unique() : bounded;
      return check ? distinct.custom(check) : distinct;
    },
  });
}

interface PointsOptions extends CountLimits {
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
