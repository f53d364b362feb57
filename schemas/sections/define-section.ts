import type { ComponentType } from 'react';
import { defineType, type ObjectDefinition } from 'sanity';

/** Document types whose pages are lists of sections. */
export type Composed = 'page' | 'cityPage';

interface SectionOptions {
  name: string;
  title: string;
  /** What it is for, in an editor's words. */
  description: string;
  icon: ComponentType;
  /** The drawing in the menu that adds a section. */
  thumbnail: URL;
  /** Where an editor can add it. */
  on: readonly Composed[];
  /** A document type that it lists in full, unless its `mode` is `chosen`. */
  lists?: string;
  fieldsets?: ObjectDefinition['fieldsets'];
  fields: ObjectDefinition['fields'];
}

/** Declares the schema's half of a section; `web/sections` has the other half under the same name. */
export function defineSection({ thumbnail, on, lists, ...definition }: SectionOptions) {
  const { title } = definition;
  const type = defineType({
    ...definition,
    type: 'object',
    preview: {
      select: { heading: 'heading', eyebrow: 'eyebrow', media: 'picture' },
      prepare: ({ heading, eyebrow, media }) => ({
        title: heading ?? title,
        subtitle: eyebrow ? `${title} · ${eyebrow}` : title,
        media,
      }),
    },
  });
  return { type, thumbnail, on, lists };
}
