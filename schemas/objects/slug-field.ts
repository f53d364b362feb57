import { defineField } from 'sanity';
import { checkSlug } from '#schemas/slug-rules.ts';
import { latinSlug } from '#schemas/transliteration.ts';

const maxLength = 80;

function slugify(title: string): string {
  const slug = latinSlug(title, maxLength);
  if (!title || slug) return slug;
  throw new Error(
    'The title has no letters to make an address from. Type an address yourself, with lowercase letters from a to z.',
  );
}

export function slugField(source: string, description: string) {
  return defineField({
    name: 'slug',
    title: 'Address',
    type: 'slug',
    description,
    options: { source, maxLength, slugify },
    validation: (rule) => rule.required().custom(checkSlug),
  });
}
