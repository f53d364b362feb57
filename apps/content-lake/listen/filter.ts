import { type ExprNode, evaluateSync } from 'groq-js';
import { typedError } from '../errors.ts';
import { parseQuery } from '../query/syntax-tree.ts';
import { isPublicId, type SanityDocument } from '../store/document.ts';
import type { ListenRequest } from './protocol.ts';

/** Decides for one document whether a listener's query selects it. */
export type DocumentFilter = (document: SanityDocument | null) => boolean;

/** Reads a listener's query for its filter; like Sanity, ignores what stands around it. Throws what is wrong with it. */
export function documentFilter({ query, params, sees, identity }: ListenRequest): DocumentFilter {
  const filter = filterOf(parseQuery(query, params));
  if (!filter)
    throw typedError(400, 'listenQueryError', 'A listener needs a filter such as *[_type == "page"]');
  return (document) => {
    if (!document || sees === 'nothing') return false;
    if (sees === 'public' && !isPublicId(document._id)) return false;
    try {
      const result: unknown = evaluateSync(filter, { dataset: [document], params, identity }).data;
      return Array.isArray(result) && result.length > 0;
    } catch {
      // A filter that cannot be evaluated for a document does not select it.
      return false;
    }
  };
}

function filterOf(node: ExprNode): ExprNode | null {
  if (node.type === 'Everything') return node;
  if (node.type === 'Filter') return filterOf(node.base) && node;
  if (!('base' in node) || typeof node.base !== 'object') return null;
  return filterOf(node.base);
}
