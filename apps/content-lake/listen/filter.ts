import { type ExprNode, evaluateSync } from 'groq-js';
import { typedError } from '../errors.ts';
import { parseQuery } from '../query/syntax-tree.ts';
import { isPublicId, type SanityDocument } from '../store/document.ts';
import type { ListenRequest } from './protocol.ts';

/** The filter of a listener's query; like Sanity, ignores the rest of it. Throws errors of the query. */
export function documentFilter({ query, params, sees, identity }: ListenRequest) {
  const filter = filterOf(parseQuery(query, params));
  if (!filter)
    throw typedError(400, 'listenQueryError', 'A listener needs a filter such as *[_type == "page"]');
  return (document: SanityDocument | null) => {
    if (!document || sees === 'nothing') return false;
    if (sees === 'public' && !isPublicId(document._id)) return false;
    try {
      const result: unknown = evaluateSync(filter, { dataset: [document], params, identity }).data;
      return Array.isArray(result) && result.length > 0;
    } catch {
      // A filter that fails on a document does not select it.
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
