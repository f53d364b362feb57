import { BufferedDocument, Mutation } from '@sanity/mutator';
import { Subject } from 'rxjs';
import { propertyOf } from '#schemas/property.ts';

/** Sanity's internals, patched only in this file. A unit test fails if a new version changes them. */
const { arrive, reset, performCommits } = BufferedDocument.prototype;

/** Drafts that were deleted while this tab had edits in flight. */
const pendingDeletions = new WeakSet<BufferedDocument>();

const hasPendingEdits = (draft: BufferedDocument) =>
  draft.committerRunning || draft.buffer.hasChanges() || draft.document.hasUnresolvedMutations();

/**
 * Preserves unsaved edits when somebody else publishes the draft. Publishing deletes the draft, and Sanity then
 * drops its unconfirmed edits. But an edit in flight creates a new draft from the published document, so the
 * deletion waits for that draft and both are handled as one change.
 */
export function preserveEditsOnPublish(): void {
  BufferedDocument.prototype.arrive = function (mutation) {
    if (mutation.transition === 'disappear' && hasPendingEdits(this)) pendingDeletions.add(this);
    else if (pendingDeletions.delete(this)) {
      arrive.call(this, asReplacement(mutation, this.document.HEAD?._rev));
      // If the draft was discarded, not published, the new draft does not have the assumed content.
      this.document.rebase([]);
    } else arrive.call(this, mutation);
  };
  // Sanity would treat a draft that is not stored yet as deleted, and drop its edits.
  BufferedDocument.prototype.handleDocumentDeleted = () => {};
  // If the edit in flight was rejected, no document is left.
  BufferedDocument.prototype.reset = function (document) {
    reset.call(this, pendingDeletions.delete(this) ? null : document);
  };
}

function asReplacement({ params }: Mutation, previousRev: string | undefined): Mutation {
  const mutations = params.mutations.map(({ create, createIfNotExists, ...others }) => {
    const { _id, ...whole } = create ?? createIfNotExists ?? {};
    return _id && '_type' in whole ? { createOrReplace: { ...whole, _id } } : others;
  });
  return new Mutation({ ...params, previousRev, mutations });
}

/** Edits of this tab that were rejected for good: document id without `drafts.`, edited document, and HTTP status. */
export const rejections = new Subject<{ id: string; edited: Record<string, unknown>; status: unknown }>();

const wrappedHandlers = new WeakSet<object>();

/** Reports rejected edits to `rejections`. Without this, the Studio drops them silently and the form reverts. */
export function reportRejectedEdits(): void {
  BufferedDocument.prototype.performCommits = function () {
    const commit = this.commitHandler;
    if (commit && !wrappedHandlers.has(commit)) {
      this.commitHandler = (request) => {
        const cancel = (error: Error) => {
          const { LOCAL: edited } = this;
          const status = propertyOf(error, 'statusCode');
          if (edited) rejections.next({ id: edited._id.replace(/^drafts\./, ''), edited, status });
          // Otherwise text typed in the meantime would stay in the form and never be saved.
          this.buffer.purge();
          request.cancel(error);
        };
        commit({ ...request, cancel });
      };
      wrappedHandlers.add(this.commitHandler);
    }
    performCommits.call(this);
  };
}
