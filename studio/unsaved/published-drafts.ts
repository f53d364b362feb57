import { BufferedDocument, Mutation } from '@sanity/mutator';

const { arrive, reset } = BufferedDocument.prototype;

/** Drafts that were deleted while edits of this tab are on their way. */
const gone = new WeakSet<BufferedDocument>();

const hasEditsUnderway = (draft: BufferedDocument) =>
  draft.committerRunning || draft.buffer.hasChanges() || draft.document.hasUnresolvedMutations();

/**
 * Whoever publishes deletes the draft, and the Studio of everybody else then forgets what is being typed into it and was
 * not confirmed yet. What is on its way makes a new draft of what was published. So the deletion waits for that one, and
 * both count as one change.
 */
export function keepEditsOfPublishedDrafts(): void {
  BufferedDocument.prototype.arrive = function (mutation) {
    if (mutation.transition === 'disappear' && hasEditsUnderway(this)) gone.add(this);
    else if (gone.delete(this)) {
      arrive.call(this, asReplacement(mutation, this.document.HEAD?._rev));
      // After a discarded draft it is not what it seemed.
      this.document.rebase([]);
    } else arrive.call(this, mutation);
  };
  // A draft that could not be stored yet is not a deleted one, whose edits would be dropped.
  BufferedDocument.prototype.handleDocumentDeleted = () => {};
  // An edit on its way is refused: there is nothing left to edit.
  BufferedDocument.prototype.reset = function (document) {
    reset.call(this, gone.delete(this) ? null : document);
  };
}

function asReplacement({ params }: Mutation, previousRev: string | undefined): Mutation {
  const mutations = params.mutations.map(({ create, createIfNotExists, ...others }) => {
    const { _id, ...whole } = create ?? createIfNotExists ?? {};
    return _id && '_type' in whole ? { createOrReplace: { ...whole, _id } } : others;
  });
  return new Mutation({ ...params, previousRev, mutations });
}
