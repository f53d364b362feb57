import { z } from 'zod';
import { computeVisibility, type Principal } from '../access/principal.ts';
import { readProperty } from '../property.ts';
import { isVisible } from '../query/perspective.ts';
import { draftId, isDraft, publishedId } from '../store/document.ts';
import type { StoredDocuments } from '../store/documents.ts';

/** Characters before and after the found text. */
const context = 80;
const maxPlaces = 5;

export const searchParameters = z.strictObject({
  text: z.string().trim().min(2).max(200).describe('Case does not matter.'),
  types: z.array(z.string().max(100)).max(20).optional().describe('Only documents of these types.'),
  limit: z.number().int().min(1).max(50).default(20),
});
export type SearchRequest = z.infer<typeof searchParameters> & { principal: Principal };

/** Yields a JSON list of documents with a text, each with up to `maxPlaces` places. A draft replaces its document. */
export function* searchText(stored: StoredDocuments, request: SearchRequest): Generator<string> {
  const { principal, text, types, limit } = request;
  let found = 0;
  yield '[';
  for (const id of stored.ids(types)) {
    const document = isDraft(id) || !stored.get(draftId(id)) ? stored.get(id) : null;
    const isShown = document && isVisible(computeVisibility(principal), document);
    const places = isShown ? [...placesIn(document, text.toLowerCase(), '')].slice(0, maxPlaces) : [];
    const result = { id: publishedId(id), type: document?._type, isDraft: isDraft(id), places };
    // An empty text lets other streams continue.
    yield places.length > 0 ? (found++ > 0 ? ',' : '') + JSON.stringify(result) : '';
    if (found === limit) break;
  }
  yield ']';
}

/** Yields the path and the context of each text with `text`, which is in lower case. */
function* placesIn(value: unknown, text: string, path: string): Generator<{ path: string; excerpt: string }> {
  if (typeof value === 'string') {
    const at = value.toLowerCase().indexOf(text);
    if (at >= 0) yield { path, excerpt: value.slice(Math.max(0, at - context), at + text.length + context) };
  } else if (Array.isArray(value))
    for (const [index, item] of value.entries()) {
      const key = readProperty(item, '_key');
      yield* placesIn(item, text, `${path}[${key ? `_key=="${key}"` : index}]`);
    }
  else if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value))
      if (!name.startsWith('_')) yield* placesIn(child, text, path ? `${path}.${name}` : name);
}
