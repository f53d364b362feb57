import { defineField } from 'sanity';
import { checkSlug } from '#schemas/slug-rules.ts';

/** The address of a document within its kind. */
export function slugField({ source, description }: { source: string; description: string }) {
  return defineField({
    name: 'slug',
    title: 'Address',
    type: 'slug',
    description,
    options: { source, maxLength: 80 },
    validation: (rule) => rule.required().custom(checkSlug),
  });
}
