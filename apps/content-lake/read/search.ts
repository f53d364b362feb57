import { studioPath } from '@sanity/client/csm';
import { z } from 'zod';
import type { Principal } from '../access/principal.ts';
import { visibilityOf } from '../access/principal.ts';
import { isVisible } from '../query/perspective.ts';
import { draftId, isDraft, publishedId } from '../store/document.ts';
import type { StoredDocuments } from '../store/documents.ts';

/** Characters before and after the found text in an excerpt. */
const context = 80;
const maxPlaces = 5;

export const searchParameters = z.strictObject({
  text: z.string().trim().min(2).max(200).describe('Words as they appear in the text. Case does not matter.'),
  types: z.array(z.string().max(100)).max(20).optional().describe('Only documents of these types.'),
  limit: z.number().int().min(1).max(50).default(20),
});
export type SearchRequest = z.infer<typeof searchParameters> & { principal: Principal };

/** Yields a JSON list of the documents with a text, each with up to `maxPlaces` places. A draft replaces its document. */
export function* searchText(stored: StoredDocuments, request: SearchRequest): Generator<string> {
  const { principal, types, limit } = request;
  const text = request.text.toLowerCase();
  let count = 0;
  yield '[';
  for (const id of stored.ids(types)) {
    if (count === limit) break;
    const document = !isDraft(id) && stored.get(draftId(id)) ? null : stored.get(id);
    const isFound = document && isVisible(visibilityOf(principal), document);
    const places = isFound ? [...placesIn(document, text, [])].slice(0, maxPlaces) : [];
    // An empty text lets other streams continue.
    if (!document || places.length === 0) yield '';
    else
      yield (count++ > 0 ? ',' : '') +
        JSON.stringify({ id: publishedId(id), type: document._type, isDraft: isDraft(id), places });
  }
  yield ']';
}

function* placesIn(
  value: unknown,
  text: string,
  path: (string | number | { _key: string })[],
): Generator<{ path: string; excerpt: string }> {
  if (typeof value === 'string') {
    const at = value.toLowerCase().indexOf(text);
    if (at < 0) return;
    const excerpt = value.slice(Math.max(0, at - context), at + text.length + context);
    yield { path: studioPath.toString(path), excerpt };
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) {
      const hasKey = typeof item === 'object' && item !== null && typeof item._key === 'string';
      yield* placesIn(item, text, [...path, hasKey ? { _key: item._key } : index]);
    }
  else if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value))
      if (!name.startsWith('_')) yield* placesIn(child, text, [...path, name]);
}
