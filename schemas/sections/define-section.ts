import { createElement } from 'react';
import { defineType, type ObjectDefinition } from 'sanity';
import { line, paragraph, validatedLine } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';

export type PageWithSections = 'page' | 'cityPage';

interface SectionOptions extends Pick<ObjectDefinition, 'name' | 'fieldsets' | 'fields'> {
  title: string;
  /** Its purpose, in an editor's words. */
  description: string;
  on: readonly PageWithSections[];
  /** A document type that it lists in full, unless its `mode` is `chosen`. */
  lists?: string;
  /** `own`: its fields bring a heading of their own, and it has no anchor. */
  heading?: 'required' | 'optional' | 'own';
  actions?: boolean;
}

/** A section's schema; `web/sections` renders it under the same name. */
export function defineSection({
  heading = 'required',
  actions = false,
  fields,
  on,
  lists,
  ...definition
}: SectionOptions) {
  const { name, title, description } = definition;
  const fileName = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  // A literal with the extension, so that the bundler finds the drawings for the insert menu.
  const thumbnail = new URL(`./${fileName}.svg`, import.meta.url);
  const type = defineType({
    ...definition,
    type: 'object',
    icon: () => createElement('img', { src: thumbnail.href, alt: '' }),
    fields: [
      ...(heading === 'own' ? [] : headingFields(heading === 'required')),
      ...fields,
      ...(actions ? [actionsField] : []),
      ...(heading === 'own' ? [] : [anchorField]),
    ],
    preview: {
      select: { heading: 'heading', eyebrow: 'eyebrow', media: 'picture' },
      prepare: ({ heading, eyebrow, media }) => ({
        title: heading ?? title,
        subtitle: [heading ? title : description, eyebrow].filter(Boolean).join(' · '),
        media,
      }),
    },
  });
  return { type, thumbnail, on, lists };
}

export const eyebrowField = line(
  'eyebrow',
  'Optional. Two or three words that say what kind of section this is.',
  { title: 'Line above the heading', required: false, advisedMax: 40 },
);

function headingFields(required: boolean) {
  return [
    eyebrowField,
    line(
      'heading',
      'What the reader gets, in one short line. On the first section of a page it is the page heading.',
      { required, advisedMax: 80 },
    ),
    paragraph('intro', 'Optional. One or two sentences under the heading.', {
      title: 'Introduction',
      required: false,
      advisedMax: 320,
    }),
  ];
}

/** Target of `#name` links. */
const anchorField = validatedLine(
  'anchor',
  'Optional. A short name so that buttons can jump here: with "openings", the link is #openings.',
  (name) =>
    !name ||
    /^[a-z][a-z0-9-]*$/.test(name) ||
    'Use small letters, digits and hyphens, beginning with a letter.',
  { required: false },
);
