import { propertyOf } from '../property.ts';

// `isPublished` includes system documents (`_.…`), which anonymous requests cannot read.
export {
  getDraftId as draftId,
  getPublishedId as publishedId,
  isDraftId as isDraft,
  isPublishedId as isPublished,
  isVersionId as isVersion,
} from '@sanity/client/csm';

/** A stored document. `_id` of a draft starts with `drafts.`, of a release's version with `versions.<release>.`. */
export type SanityDocument = {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [field: string]: unknown;
};

/** A document's content. `_rev` is the published revision, missing where the document was never published. */
export type Base = { _type: string; _rev?: string; _updatedAt?: string; [field: string]: unknown };

/** Sanity's rule for anonymous readers: only ids without a dot, so no draft, no version, no system document. */
export const isPublicId = (id: string): boolean => !id.includes('.');

/** Whether publishing the version's release unpublishes the document. */
export function isUnpublishing({ _system }: SanityDocument): boolean {
  return propertyOf(_system, 'delete') === true;
}

/** For JSON written by this store. */
export function parseStored(json: string): SanityDocument;
export function parseStored(json: string | null | undefined): SanityDocument | null;
export function parseStored(json: string | null | undefined): SanityDocument | null {
  return json ? JSON.parse(json) : null;
}
