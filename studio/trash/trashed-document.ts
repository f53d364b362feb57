import type { SanityDocument } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import { z } from 'zod';
import { titleOf } from '#schemas/document-title.ts';

const trashType = 'trashedDocument';

/**
 * Returns the trash entry of a document. It holds the document as text, because references would block deletions. The
 * dot in the entry's id hides the entry from readers without a session.
 */
export function trashEntryOf(document: SanityDocument, deletedBy: string | undefined) {
  const id = getPublishedId(document._id);
  return {
    _id: `trash.${id}`,
    _type: trashType,
    documentType: document._type,
    title: titleOf(document),
    deletedAt: new Date().toISOString(),
    deletedBy: deletedBy ?? '',
    content: JSON.stringify({ ...document, _id: id }),
  };
}

const trashEntry = z.object({
  _id: z.string(),
  documentType: z.string(),
  title: z.string(),
  deletedAt: z.string(),
  deletedBy: z.string(),
});

export type TrashEntry = z.infer<typeof trashEntry>;

export const trashEntries = z.array(trashEntry);

const listen = `*[_type == "${trashType}" && documentType in $types]`;
export const trashQuery = {
  listen,
  fetch: `${listen} | order(deletedAt desc){_id, documentType, title, deletedAt, deletedBy}`,
};

const storedEntry = z.object({ content: z.string(), documentType: z.string(), taken: z.number() });
const storedDocument = z.looseObject({ _id: z.string(), _type: z.string() });

/** GROQ query for the trash entry `$entry` of the document `$id`, as `documentFromTrash` needs it. */
export const entryQuery = `*[_id == $entry][0]
  {content, documentType, "taken": count(*[_id in [$id, "drafts." + $id]])}`;

/**
 * Returns the document of a trash entry. Throws if its id is in use again, or if its type is not the entry's type: roles
 * that are limited to some types must not restore others.
 */
export function documentFromTrash(id: string, entry: unknown) {
  const { content, documentType, taken } = storedEntry.parse(entry);
  const document = storedDocument.parse(JSON.parse(content));
  if (taken > 0 || document._id !== id || document._type !== documentType)
    throw new Error(`The document ${id} cannot be restored`);
  return document;
}
