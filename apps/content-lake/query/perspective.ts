import type { Visibility } from '../access/principal.ts';
import { httpError } from '../errors.ts';
import {
  isDraft,
  isInternalType,
  isPublicId,
  isPublished,
  isUnpublishing,
  publishedId,
  type SanityDocument,
} from '../store/document.ts';

/** `raw`, or layers such as `["drafts", "published"]`. The first layer that has a document wins. */
export type Perspective = 'raw' | string[];

/** API version since which a query without a perspective sees only published documents. */
const publishedByDefaultSince = '2025-02-19';

const layerPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/** Parses the `perspective` parameter: `raw`, `published`, `drafts`, or a list of releases. Throws 400 otherwise. */
export function readPerspective(given: string | undefined, apiVersion: string): Perspective {
  if (!given) {
    const newer = apiVersion === 'X' || (apiVersion !== '1' && apiVersion >= publishedByDefaultSince);
    return newer ? ['published'] : 'raw';
  }
  if (given === 'raw') return 'raw';
  const layers = given.split(',').map((layer) => (layer === 'previewDrafts' ? 'drafts' : layer.trim()));
  const wrong = layers.find((layer) => !layerPattern.test(layer) || (layer === 'raw' && layers.length > 1));
  if (wrong !== undefined) throw httpError(400, `Invalid perspective "${given.slice(0, 200)}"`);
  return layers.includes('published') ? layers : [...layers, 'published'];
}

/** Returns whether queries and listeners may see a document. */
export function isVisible(sees: Visibility, { _id, _type }: SanityDocument): boolean {
  if (sees === 'everything' || sees === 'nothing') return sees === 'everything';
  if (isPublicId(_id)) return true;
  return sees === 'drafts' && isDraft(_id) && isPublicId(publishedId(_id)) && !isInternalType(_type);
}

function idInLayer(id: string, layer: string): string {
  if (layer === 'published') return id;
  return layer === 'drafts' ? `drafts.${id}` : `versions.${layer}.${id}`;
}

/** Returns the id and the document, if any, that a perspective shows. */
export function project(
  id: string,
  perspective: Perspective,
  sees: Visibility,
  find: (id: string) => SanityDocument | undefined,
): { id: string; document: SanityDocument | undefined } {
  if (sees === 'nothing') return { id, document: undefined };
  const findVisible = (one: string) => {
    const document = find(one);
    return document && isVisible(sees, document) ? document : undefined;
  };
  if (sees === 'public' || perspective === 'raw') return { id, document: findVisible(id) };
  const target = publishedId(id);
  for (const layer of perspective) {
    const document = findVisible(idInLayer(target, layer));
    // A version that marks the document for unpublishing hides the document, as publishing the release will.
    if (document && isUnpublishing(document)) return { id: target, document: undefined };
    if (document && (layer !== 'published' || isPublished(document._id)))
      return { id: target, document: { ...document, _id: target, _originalId: document._id } };
  }
  return { id: target, document: undefined };
}
