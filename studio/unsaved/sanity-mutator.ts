import { BufferedDocument, Mutation } from '@sanity/mutator';
import { Subject } from 'rxjs';
import { propertyOf } from '#schemas/property.ts';

/** Sanity's internals, which this file alone changes. A unit test says when a version has others. */
const { arrive, reset, performCommits } = BufferedDocument.prototype;

/** Drafts deleted while this tab has edits in flight. */
const pendingDeletions = new WeakSet<BufferedDocument>();

const hasPendingEdits = (draft: BufferedDocument) =>
  draft.committerRunning || draft.buffer.hasChanges() || draft.document.hasUnresolvedMutations();

/**
 * Publishing deletes the draft, and everybody else's Studio then drops unconfirmed edits of it. An edit in flight
 * creates a new draft from the published document, so the deletion waits for that and both count as one change.
 */
export function preserveEditsOnPublish(): void {
  BufferedDocument.prototype.arrive = function (mutation) {
    if (mutation.transition === 'disappear' && hasPendingEdits(this)) pendingDeletions.add(this);
    else if (pendingDeletions.delete(this)) {
      arrive.call(this, asReplacement(mutation, this.document.HEAD?._rev));
      // After a discarded draft it is not what it seemed.
      this.document.rebase([]);
    } else arrive.call(this, mutation);
  };
  // A draft not stored yet would count as deleted and lose its edits.
  BufferedDocument.prototype.handleDocumentDeleted = () => {};
  // An edit in flight was refused: nothing is left to edit.
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

/** This tab's edited document (id without `drafts.`) and the HTTP status of its final refusal. */
export const rejections = new Subject<{ id: string; edited: Record<string, unknown>; status: unknown }>();

const wrappedHandlers = new WeakSet<object>();

/** The Studio drops refused edits silently; this reports them before the form reverts. */
export function reportRejectedEdits(): void {
  BufferedDocument.prototype.performCommits = function () {
    const commit = this.commitHandler;
    if (commit && !wrappedHandlers.has(commit)) {
      this.commitHandler = (request) => {
        const cancel = (error: Error) => {
          const { LOCAL: edited } = this;
          const status = propertyOf(error, 'statusCode');
          if (edited) rejections.next({ id: edited._id.replace(/^drafts\./, ''), edited, status });
          // Otherwise text typed meanwhile would stay in the form and never be stored.
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
