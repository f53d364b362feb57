import { createElement } from 'react';
import { defineType, type ObjectDefinition } from 'sanity';
import { line, paragraph, validatedLine } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';

export type PageWithSections = 'page' | 'cityPage';

interface SectionOptions extends Pick<ObjectDefinition, 'name' | 'fieldsets' | 'fields'> {
  title: string;
  /** The purpose of the section, shown to editors. */
  description: string;
  on: readonly PageWithSections[];
  /** The document type that the section lists. All documents of the type are listed, unless `mode` is `chosen`. */
  lists?: string;
  /** `own`: the fields include a heading, and the section has no anchor. */
  heading?: 'required' | 'optional' | 'own';
  actions?: boolean;
}

/** Defines the schema of a section, which `web/sections` renders under the same name. */
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
  // The bundler finds the pictures of the insert menu only if the file extension is part of the literal.
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
  'Optional. Two or three words above the heading that name the topic.',
  { title: 'Line above the heading', required: false, advisedMax: 40 },
);

function headingFields(required: boolean) {
  return [
    eyebrowField,
    line(
      'heading',
      'One short line that says what the reader gets. In the first section of a page, it is the page heading.',
      { required, advisedMax: 80 },
    ),
    paragraph('intro', 'Optional. One or two sentences shown under the heading.', {
      title: 'Introduction',
      required: false,
      advisedMax: 320,
    }),
  ];
}

/** Links to `#name` jump to the section with this name. */
const anchorField = validatedLine(
  'anchor',
  'Optional. A short name, so that links can jump to this section. For example, the name openings gives the link #openings.',
  (name) =>
    !name ||
    /^[a-z][a-z0-9-]*$/.test(name) ||
    'Use only lowercase letters, digits and hyphens, beginning with a letter, for example openings.',
  { required: false },
);
