import type { SanityClient } from '@sanity/client';
import { z } from 'zod';
import { textOf } from '#schemas/property.ts';
import { objectsIn } from '#studio/content/traverse.ts';

const type = 'savedSection';

const savedSection = z.object({
  _id: z.string(),
  _type: z.literal(type),
  title: z.string(),
  sectionType: z.string(),
  content: z.string(),
});
export type SavedSection = z.infer<typeof savedSection>;
export const savedSections = z.array(savedSection);

const listen = `*[_type == "${type}"]`;
export const savedSectionsQuery = {
  listen,
  fetch: `${listen} | order(title){_id, _type, title, sectionType, content}`,
};

/**
 * Returns the document that saves a section under a name. It holds the section as text, because references would block
 * deletions. The dot in its id hides it from readers without a session.
 */
export const savedSectionOf = (section: object, title: string): SavedSection => ({
  _id: `${type}.${crypto.randomUUID()}`,
  _type: type,
  title,
  sectionType: textOf(section, '_type') ?? '',
  content: JSON.stringify(section),
});

const storedSection = z.looseObject({ _type: z.string() });

/** Returns a saved section as a new list item, without references to documents that were deleted in the meantime. */
export async function sectionFrom(client: SanityClient, { content }: SavedSection) {
  const refs = [...objectsIn(JSON.parse(content))].flatMap(({ value }) => textOf(value, '_ref') ?? []);
  const found = await client.fetch<string[]>('*[_id in $refs || _id in $drafts]._id', {
    refs,
    drafts: refs.map((id) => `drafts.${id}`),
  });
  const existing = new Set(found.map((id) => id.replace(/^drafts\./, '')));
  const section: unknown = JSON.parse(content, (_name, value) => {
    if (Array.isArray(value)) return value.filter((item) => item !== undefined);
    const ref = textOf(value, '_ref');
    return ref && !existing.has(ref) ? undefined : value;
  });
  return { ...storedSection.parse(section), _key: crypto.randomUUID().slice(0, 12) };
}
