import { readProperty } from '../property.ts';

// `isPublished` is also true for system documents (`_.…`), although anonymous requests cannot read these.
export {
  getDraftId as draftId,
  getPublishedId as publishedId,
  isDraftId as isDraft,
  isPublishedId as isPublished,
  isVersionId as isVersion,
} from '@sanity/client/csm';

/** A stored document. The `_id` of a draft starts with `drafts.`, that of a version with `versions.<release>.`. */
export type SanityDocument = {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [field: string]: unknown;
};

/** The published state that a draft or version was made from. It has no `_rev` if nothing was published then. */
export type Base = { _type: string; _rev?: string; _updatedAt?: string; [field: string]: unknown };

/** Returns whether anonymous requests may read a document. As in Sanity, its id must not contain a dot. */
export const isPublicId = (id: string): boolean => !id.includes('.');

/** Returns whether the lake or the Studio manages documents of a type, such as the secrets of previews. */
export const isInternalType = (type: string): boolean => /^(sanity|system)\./.test(type);

/** Returns whether publishing the version's release unpublishes the document. */
export function isUnpublishing({ _system }: SanityDocument): boolean {
  return readProperty(_system, 'delete') === true;
}

export function parseStored(json: string): SanityDocument;
export function parseStored(json: string | null | undefined): SanityDocument | null;
export function parseStored(json: string | null | undefined): SanityDocument | null {
  return json ? JSON.parse(json) : null;
}
