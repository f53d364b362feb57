import { BufferedDocument, type CommitHandlerMessage, Mutation } from '@sanity/mutator';
import { Subject } from 'rxjs';
import { propertyOf, textOf } from '#schemas/property.ts';
import {
  appendInsertions,
  copyTexts,
  findLostInsertions,
  hasText,
  type LostInsertion,
} from './lost-insertions.ts';

/** Sanity's internals, patched only in this file. A unit test fails if a new version changes them. */
const { arrive, reset, performCommits } = BufferedDocument.prototype;
const { assignRandomTransactionId } = Mutation.prototype;
const { squash } = Mutation;

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
    confirmStoredCommit(this, mutation.transactionId);
    if (mutation.transition === 'disappear' && hasPendingEdits(this)) pendingDeletions.add(this);
    else {
      const { LOCAL: edited, document } = this;
      const { HEAD: base } = document;
      const lostBefore = findLostInsertions(unsavedOperations(this), base);
      const sender = senders.get(mutation.transactionId ?? '') ?? this;
      senders.delete(mutation.transactionId ?? '');
      const isReplaced = pendingDeletions.delete(this);
      let mayHaveLostEdits = isReplaced;
      try {
        arrive.call(this, isReplaced ? asReplacement(mutation, base?._rev) : mutation);
        // If the draft was discarded, not published, the new draft does not have the assumed content, and letters that were
        // typed into a discarded text have no place in it.
        if (isReplaced) document.rebase([]);
      } catch (error) {
        // Unsaved letters have no place in a text that somebody emptied. Without this, the tool crashed.
        if (!edited || !hasPendingEdits(this) || document.HEAD === base) throw error;
        dropEdits(this);
        mayHaveLostEdits = true;
      }
      if (mayHaveLostEdits && edited && this.LOCAL)
        rejections.next({ id: editedId(edited), status: 409, edited, base, now: this.LOCAL });
      else if (document.HEAD !== base) {
        const lost = findLostInsertions(unsavedOperations(this), document.HEAD);
        reportLostInsertions(
          lost.filter(({ operation }) => !lostBefore.some((one) => one.operation === operation)),
          { edited, base },
          this.LOCAL,
        );
        if (sender !== this) {
          const sent = { edited: sender.LOCAL, base: sender.document.HEAD };
          reportLostInsertions(findLostInsertions(mutation.mutations, base), sent, this.LOCAL);
        }
      }
    }
    remember(this);
  };
  // Sanity would treat a draft that is not stored yet as deleted, and drop its edits.
  BufferedDocument.prototype.handleDocumentDeleted = () => {};
  // If the edit in flight was rejected, no document is left.
  BufferedDocument.prototype.reset = function (document) {
    reset.call(this, pendingDeletions.delete(this) ? null : document);
  };
}

/** The commit of each document that waits for a response. */
const requests = new WeakMap<BufferedDocument, CommitHandlerMessage>();

/** Drops unsaved edits, in flight or not. A later response to them is ignored. */
function dropEdits(buffered: BufferedDocument): void {
  const request = requests.get(buffered);
  requests.delete(buffered);
  buffered.buffer.purge();
  for (const commit of commitsOf(buffered).splice(0)) commit.resolve();
  if (request) request.cancel(new Error('Somebody emptied the text.'));
  else buffered.reset(buffered.document.HEAD);
}

function asReplacement({ params }: Mutation, previousRev: string | undefined): Mutation {
  const mutations = params.mutations.map(({ create, createIfNotExists, ...others }) => {
    const { _id, ...whole } = create ?? createIfNotExists ?? {};
    return _id && '_type' in whole ? { createOrReplace: { ...whole, _id } } : others;
  });
  return new Mutation({ ...params, previousRev, mutations });
}

/** The transaction of each commit, by the commit's mutations. */
const attempts = new WeakMap<Mutation[], Mutation>();
/** Ids of transactions that wait for a response, and of those that arrived as a change before it. */
const [posted, stored] = [new Set<string>(), new Set<string>()];

/**
 * The document that sent each transaction which has not arrived yet. If the Studio loads the stored document anew, it starts
 * another `BufferedDocument`, and the earlier one still sends its edits.
 */
const senders = new Map<string, BufferedDocument>();

/**
 * Repeats a failed commit as the same transaction. Sanity gives each attempt an id of its own, so if only the response was
 * lost, the letters are stored twice.
 */
export function repeatCommitsAsSameTransaction(): void {
  Mutation.squash = (document, mutations) => {
    const squashed = attempts.get(mutations) ?? squash(document, mutations);
    attempts.set(mutations, squashed);
    return squashed;
  };
  Mutation.prototype.assignRandomTransactionId = function () {
    if (!this.transactionId) assignRandomTransactionId.call(this);
  };
}

/** Returns the commits that wait for the one in flight, or to be repeated. Sanity declares them as private. */
function commitsOf(buffered: BufferedDocument) {
  const commits = propertyOf(buffered, 'commits');
  return Array.isArray(commits) ? commits : [];
}

/** Treats a failed commit that waits to be repeated as stored if its transaction arrives. */
function confirmStoredCommit(buffered: BufferedDocument, transactionId = '') {
  if (posted.has(transactionId)) stored.add(transactionId);
  const commits = commitsOf(buffered);
  for (const [position, commit] of commits.entries()) {
    const attempt = attempts.get(commit.mutations);
    if (attempt?.transactionId !== transactionId) continue;
    commits.splice(position, 1);
    buffered.document.stage(attempt, true).success();
    commit.resolve();
    return;
  }
}

/** Returns this tab's operations that are not in the stored document yet, in the order in which Sanity applies them. */
function unsavedOperations(buffered: BufferedDocument) {
  const { document, buffer } = buffered;
  const waiting: Mutation[] = commitsOf(buffered).flatMap(({ mutations }) => mutations);
  return [
    ...[...document.submitted, ...document.pending, ...waiting].flatMap(({ mutations }) => mutations),
    ...buffer.out,
    ...Object.values(buffer.setOperations).filter((operation) => operation !== undefined),
  ];
}

type Document = BufferedDocument['LOCAL'];

/** Reports text that Sanity dropped silently because somebody else changed the same text at the same moment. */
function reportLostInsertions(
  lost: LostInsertion[],
  { edited, base }: { edited: Document; base: Document },
  now: Document,
) {
  if (!edited || !now) return;
  const report = (typed: Document, before: Document) =>
    rejections.next({
      id: editedId(edited),
      status: 'overtaken',
      edited: typed ?? edited,
      base: before,
      now,
    });
  const left = lost.filter(({ path }) => hasText(now, path));
  const gone = lost.filter((one) => !left.includes(one));
  if (left.length > 0) report(appendInsertions(left, now), now);
  if (gone.length > 0) report(copyTexts(gone, edited, base), base);
}

/** Each document that was edited or changed in this tab, by its id. */
const documents = new Map<string, WeakRef<BufferedDocument>>();

function remember(document: BufferedDocument) {
  const id = document.LOCAL?._id;
  if (id) documents.set(id, new WeakRef(document));
}

/** Returns a draft, version or published document as it is stored, without this tab's unsaved edits. */
export const storedVersionOf = (id: string) => documents.get(id)?.deref()?.document.HEAD ?? undefined;

/** Edits of this tab that were rejected for good. A first event has no `edited`, which follows after `flushTime`. */
export interface Rejection {
  /** As `editedId` returns it. */
  id: string;
  /** HTTP status, or `overtaken` if somebody else changed the same text at the same moment. */
  status: unknown;
  edited?: Record<string, unknown>;
  /** The document without the edits; null if it was not stored yet. */
  base?: Record<string, unknown> | null;
  /** The document after others changed it, if a part of the edits may be in it. The same as `base` if none of them is. */
  now?: Record<string, unknown>;
}

export const rejections = new Subject<Rejection>();

/** Milliseconds in which the editor of a rich text passes on every letter. It holds letters back for up to a second. */
const flushTime = 1_500;

/** Returns the id of the document that is edited: the same for a draft and its published document. */
export const editedId = (document: object) => (textOf(document, '_id') ?? '').replace(/^drafts\./, '');

const wrappedHandlers = new WeakSet<object>();

/** Reports rejected edits to `rejections`. Without this, the Studio drops them silently and the form reverts. */
export function reportRejectedEdits(): void {
  BufferedDocument.prototype.performCommits = function () {
    remember(this);
    const commit = this.commitHandler;
    if (commit && !wrappedHandlers.has(commit)) {
      this.commitHandler = (request) => {
        const { transactionId = '' } = request.mutation;
        posted.add(transactionId);
        senders.set(transactionId, this);
        requests.set(this, request);
        /** Ends the wait for a response. Returns false if the edits were dropped meanwhile. */
        const end = () => requests.get(this) === request && requests.delete(this);
        /** Forgets the request. Returns whether its transaction has arrived, and so is stored. */
        const settle = () => posted.delete(transactionId) && stored.delete(transactionId);
        const failure = () => {
          const respond = settle() ? request.success : request.failure;
          if (end()) respond();
        };
        const success = () => {
          settle();
          if (end()) request.success();
        };
        const cancel = (error: Error) => {
          settle();
          senders.delete(transactionId);
          if (requests.get(this) !== request) return;
          const status = propertyOf(error, 'statusCode');
          if (this.LOCAL) rejections.next({ id: editedId(this.LOCAL), status });
          setTimeout(() => {
            if (!end()) return;
            const { LOCAL: edited, document } = this;
            if (edited) rejections.next({ id: editedId(edited), status, edited, base: document.HEAD });
            // Otherwise text typed in the meantime would stay in the form and never be saved.
            this.buffer.purge();
            request.cancel(error);
          }, flushTime);
        };
        commit({ ...request, success, failure, cancel });
      };
      wrappedHandlers.add(this.commitHandler);
    }
    performCommits.call(this);
  };
}
