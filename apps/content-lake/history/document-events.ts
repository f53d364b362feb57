import { isDraft, isPublished, isVersion, publishedId } from '../store/document.ts';
import type { CommittedTransaction, DocumentChange } from '../store/transaction.ts';

/** Events for the Studio's history pane, which reads draft edits from the transactions. */
export function documentEvents(id: string, transaction: CommittedTransaction) {
  const change = transaction.changes.find((one) => one.id === id);
  const event = change && (isPublished(id) ? publishedEvent : versionEvent)(change, transaction);
  if (!event) return [];
  const documentVariantType = isDraft(id) ? 'draft' : isVersion(id) ? 'version' : 'published';
  return [
    {
      id: transaction.id,
      timestamp: transaction.timestamp,
      author: transaction.author,
      documentId: publishedId(id),
      documentVariantType,
      ...event,
    },
  ];
}

function versionEvent(change: DocumentChange, transaction: CommittedTransaction) {
  const { id, before, after } = change;
  const published = transaction.changes.find((one) => one.id === publishedId(id));
  const version = { versionId: id, versionRevisionId: before?._rev ?? transaction.id, ...releaseOf(id) };
  if (!before && published?.before && !published.after) return { type: 'unpublishDocument', ...version };
  if (!before) return { type: 'createDocumentVersion', ...version, revisionId: transaction.id };
  if (after) return null;
  if (published?.after) return publishOf(change, transaction);
  if (published?.before) return { type: 'deleteDocumentGroup' };
  return { type: 'deleteDocumentVersion', ...version };
}

function publishedEvent({ id, before, after }: DocumentChange, transaction: CommittedTransaction) {
  const siblings = transaction.changes.filter((one) => one.id !== id && publishedId(one.id) === id);
  if (after) {
    const source = siblings.find((one) => one.before && !one.after);
    if (source) return publishOf(source, transaction);
    return { type: before ? 'updateLiveDocument' : 'createLiveDocument', revisionId: transaction.id };
  }
  const kept = siblings.find((one) => one.after);
  if (kept) return { type: 'unpublishDocument', versionId: kept.id, versionRevisionId: transaction.id };
  return { type: 'deleteDocumentGroup' };
}

function publishOf(source: DocumentChange, transaction: CommittedTransaction) {
  return {
    type: 'publishDocumentVersion',
    versionId: source.id,
    versionRevisionId: source.before?._rev,
    revisionId: transaction.id,
    publishCause: 'document.publish',
    contributors: [transaction.author],
    ...releaseOf(source.id),
  };
}

const releaseOf = (id: string) => (isVersion(id) ? { releaseId: id.split('.')[1] } : {});
