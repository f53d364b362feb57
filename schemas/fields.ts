import { type ArrayRule, defineArrayMember, defineField, type ObjectDefinition } from 'sanity';
import { shownText, type TextRuleOptions } from './text-rules.ts';

interface TextField extends TextRuleOptions {
  name: string;
  title: string;
  description: string;
  group?: string;
  fieldset?: string;
  initialValue?: string;
  rows?: number;
}

/** The description of a text that may hold placeholders, which says so. */
export const takingPlaceholders = (description: string) =>
  `${description} Takes placeholders such as {years}.`;

/** A text of one line that visitors read; placeholders such as `{years}` work in it. */
export function line({ required, advisedMax, rows: _rows, description, ...field }: TextField) {
  return defineField({
    ...field,
    type: 'string',
    description: takingPlaceholders(description),
    validation: shownText({ required, advisedMax }),
  });
}

/** A text of several lines that visitors read; placeholders such as `{years}` work in it. */
export function paragraph({ required, advisedMax, rows = 3, description, ...field }: TextField) {
  return defineField({
    ...field,
    type: 'text',
    rows,
    description: takingPlaceholders(description),
    validation: shownText({ required, advisedMax }),
  });
}

interface ChoiceField {
  name: string;
  title: string;
  description: string;
  group?: string;
  list: readonly (string | { value: string; title: string })[];
  initialValue: string;
  /** Lays two or three short options out in a row. */
  inOneLine?: boolean;
}

/** A required choice among a few options, shown as radio buttons. */
export function choice({ list, inOneLine = false, ...field }: ChoiceField) {
  return defineField({
    ...field,
    type: 'string',
    options: { list: [...list], layout: 'radio', direction: inOneLine ? 'horizontal' : 'vertical' },
    validation: (rule) => rule.required(),
  });
}

interface Bounds {
  required?: boolean;
  min?: number;
  max?: number;
}

function inNumber<Items>(rule: ArrayRule<Items>, { required = false, min = 1, max }: Bounds) {
  const bounded = max === undefined ? rule : rule.max(max);
  return required ? bounded.required().min(min) : bounded;
}

interface ListField extends Bounds {
  name: string;
  title: string;
  description: string;
  group?: string;
  fieldset?: string;
  item: {
    name: string;
    title: string;
    fields: ObjectDefinition['fields'];
    /** The fields that an item is previewed by. */
    preview: { title: string; subtitle?: string; media?: string };
  };
}

/** A list of objects of a type that is used nowhere else. */
export function list({ item, required = true, min, max, ...field }: ListField) {
  const { preview, ...member } = item;
  return defineField({
    ...field,
    type: 'array',
    of: [defineArrayMember({ ...member, type: 'object', preview: { select: preview } })],
    validation: (rule) => inNumber(rule, { required, min, max }),
  });
}

interface PointsField extends Bounds {
  name: string;
  title: string;
  description: string;
  /** Longest point, in characters, that the layout is made for. */
  advisedMax: number;
}

/** A list of short texts that visitors read. */
export function points({ description, required, max, advisedMax, ...field }: PointsField) {
  return defineField({
    ...field,
    type: 'array',
    description: takingPlaceholders(description),
    of: [defineArrayMember({ type: 'string', validation: shownText({ advisedMax }) })],
    validation: (rule) => inNumber(rule, { required, max }),
  });
}

/** The three texts at the head of most sections. */
export function headingFields({ required = true }: { required?: boolean } = {}) {
  return [
    line({
      name: 'eyebrow',
      title: 'Line above the heading',
      description: 'Optional. Two or three words that say what kind of section this is.',
      advisedMax: 40,
    }),
    line({
      name: 'heading',
      title: 'Heading',
      description:
        'What the reader gets, in one short line. On the first section of a page it is the page heading.',
      required,
      advisedMax: 80,
    }),
    paragraph({
      name: 'intro',
      title: 'Introduction',
      description: 'Optional. One or two sentences under the heading.',
      advisedMax: 320,
    }),
  ];
}

/** The anchor that makes `#name` links to a section work. */
export function anchorField() {
  return defineField({
    name: 'anchor',
    title: 'Anchor',
    type: 'string',
    description:
      'Optional. A short name so that buttons can jump here: with "openings", the link is #openings.',
    validation: (rule) =>
      rule
        .regex(/^[a-z][a-z0-9-]*$/, 'small letters, digits and hyphens')
        .error('Use small letters, digits and hyphens, beginning with a letter.'),
  });
}
