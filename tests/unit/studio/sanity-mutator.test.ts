import { BufferedDocument, Mutation } from '@sanity/mutator';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  preserveEditsOnPublish,
  type Rejection,
  rejections,
  repeatCommitsAsSameTransaction,
  reportRejectedEdits,
  storedVersionOf,
} from '#studio/unsaved/sanity-mutator.ts';

test('@sanity/mutator has the internals that studio/unsaved/sanity-mutator.ts changes', () => {
  const document = new BufferedDocument(null);
  expect(document).toMatchObject({
    arrive: expect.any(Function),
    reset: expect.any(Function),
    performCommits: expect.any(Function),
    handleDocumentDeleted: expect.any(Function),
    buffer: { hasChanges: expect.any(Function), purge: expect.any(Function) },
    document: { hasUnresolvedMutations: expect.any(Function), rebase: expect.any(Function), HEAD: null },
    commits: [],
    committerRunning: false,
    LOCAL: null,
  });
});

describe('with the changes,', () => {
  preserveEditsOnPublish();
  repeatCommitsAsSameTransaction();
  reportRejectedEdits();
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  type Request = {
    mutation: Mutation;
    success: () => void;
    failure: () => void;
    cancel: (error: Error) => void;
  };
  const id = 'drafts.one';
  const timestamp = '2026-01-01T00:00:00Z';
  const insertion = (text: string, letter: string) => ({
    patch: {
      id,
      diffMatchPatch: { text: `@@ -1,${text.length} +1,${text.length + 1} @@\n ${text}\n+${letter}\n` },
    },
  });
  /** A document with the text "A", into which somebody types "B". `arrive` reports a stored transaction. */
  function typeB() {
    const document = new BufferedDocument({ _id: id, _type: 'page', _rev: 'first', text: 'A' });
    const requests: Request[] = [];
    document.commitHandler = (request) => void requests.push(request);
    document.add(new Mutation({ mutations: [insertion('A', 'B')] }));
    void document.commit();
    const arrive = (
      transactionId: string,
      previousRev: string,
      mutations: Mutation['mutations'],
      transition = 'update',
    ) =>
      document.arrive(
        new Mutation({
          ...{ transactionId, previousRev, resultRev: transactionId, transition, mutations, timestamp },
        }),
      );
    const storeB = () => {
      const { transactionId = '', mutations } = requests[0]?.mutation ?? expect.fail('Nothing was sent.');
      arrive(transactionId, 'first', mutations);
    };
    return { document, requests, arrive, storeB };
  }
  const text = ({ LOCAL }: BufferedDocument) => LOCAL?.text;
  /** Returns what is reported during some work. */
  function reportsDuring(work: () => void): Rejection[] {
    const reported: Rejection[] = [];
    const subscription = rejections.subscribe((one) => reported.push(one));
    work();
    subscription.unsubscribe();
    return reported;
  }

  test('a failed commit is repeated as the same transaction', () => {
    const { document, requests, storeB } = typeB();
    requests[0]?.failure();
    vi.advanceTimersByTime(1_000);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.mutation.transactionId).toBe(requests[0]?.mutation.transactionId);
    requests[1]?.success();
    storeB();
    expect(text(document)).toBe('AB');
    expect(document.document.isConsistent()).toBe(true);
  });

  test('a commit whose response was lost is not repeated after its transaction arrived', () => {
    const { document, requests, storeB } = typeB();
    const changes = vi.fn();
    Object.assign(document, { onMutation: changes, onRebase: changes });
    requests[0]?.failure();
    storeB();
    vi.advanceTimersByTime(60_000);
    expect(requests).toHaveLength(1);
    expect(text(document)).toBe('AB');
    expect(changes, 'an editor that has the letter would insert it again').not.toHaveBeenCalled();
    expect(document.document.isConsistent()).toBe(true);
    document.add(new Mutation({ mutations: [insertion('AB', 'C')] }));
    void document.commit();
    expect(requests[1]?.mutation.transactionId).not.toBe(requests[0]?.mutation.transactionId);
    expect(text(document)).toBe('ABC');
  });

  test('a commit whose transaction arrived before its failure is not repeated', () => {
    const { document, requests, storeB } = typeB();
    storeB();
    requests[0]?.failure();
    vi.advanceTimersByTime(60_000);
    expect(requests).toHaveLength(1);
    expect(text(document)).toBe('AB');
    expect(document.document.isConsistent()).toBe(true);
  });

  test('letters typed into a text that somebody discards are reported', () => {
    const { document, requests, arrive } = typeB();
    const { transactionId = '', mutations } = requests[0]?.mutation ?? expect.fail('Nothing was sent.');
    const published = { _id: id, _type: 'page', text: 'Something that was published' };
    const reported = reportsDuring(() => {
      arrive('discarded', 'first', [{ delete: { id } }], 'disappear');
      arrive(transactionId, '', [{ create: published }, ...mutations], 'appear');
    });
    expect(text(document)).toBe(published.text);
    expect(reported).toMatchObject([
      { id: 'one', edited: { text: 'AB' }, base: { text: 'A' }, now: { text: published.text } },
    ]);
  });

  describe.each(['in flight', 'failed', 'not sent yet'])(
    'a colleague empties a text with letters, %s',
    (state) => {
      test('the letters are reported, and the next ones are saved', () => {
        const { document, requests, arrive, storeB } = typeB();
        if (state === 'failed') requests[0]?.failure();
        if (state === 'not sent yet') {
          requests[0]?.success();
          storeB();
          document.add(new Mutation({ mutations: [insertion('AB', 'C')] }));
        }
        const edited = document.LOCAL;
        const reported = reportsDuring(() =>
          arrive('emptied', document.document.HEAD?._rev ?? '', [{ patch: { id, unset: ['text'] } }]),
        );
        expect(reported).toMatchObject([{ id: 'one', edited, now: { _rev: 'emptied' } }]);
        expect(text(document)).toBeUndefined();
        // The response to the dropped letters changes nothing.
        requests[0]?.failure();
        vi.advanceTimersByTime(60_000);
        expect(requests).toHaveLength(1);
        document.add(new Mutation({ mutations: [{ patch: { id, set: { text: 'New' } } }] }));
        void document.commit();
        expect(requests).toHaveLength(2);
        expect(text(document)).toBe('New');
      });
    },
  );

  test('letters that an editor passes on after a rejection are reported with the others', () => {
    const { document, requests } = typeB();
    const reported = reportsDuring(() => {
      requests[0]?.cancel(Object.assign(new Error(), { statusCode: 403 }));
      document.add(new Mutation({ mutations: [insertion('AB', 'C')] }));
      vi.advanceTimersByTime(2_000);
    });
    expect(reported[0]).toEqual({ id: 'one', status: 403 });
    expect(reported.slice(1)).toMatchObject([{ status: 403, edited: { text: 'ABC' }, base: { text: 'A' } }]);
    expect(text(document)).toBe('A');
  });

  test('a colleague’s letters are in the stored version, and own unsaved letters are not', () => {
    const { document, requests, arrive } = typeB();
    requests[0]?.failure();
    arrive('other', 'first', [{ patch: { id, set: { title: 'Theirs' } } }]);
    expect(document.LOCAL).toMatchObject({ title: 'Theirs', text: 'AB' });
    expect(storedVersionOf(id)).toMatchObject({ title: 'Theirs', text: 'A' });
  });
});
