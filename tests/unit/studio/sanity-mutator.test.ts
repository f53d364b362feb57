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
/** An open document. `arrive` reports a stored transaction, `storeFirst` the first one that was sent. */
function open(fields: Record<string, unknown>) {
  const document = new BufferedDocument({ _id: id, _type: 'page', _rev: 'first', ...fields });
  const requests: Request[] = [];
  document.commitHandler = (request) => void requests.push(request);
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
  const storeFirst = () => {
    const { transactionId = '', mutations } = requests[0]?.mutation ?? expect.fail('Nothing was sent.');
    arrive(transactionId, document.document.HEAD?._rev ?? '', mutations);
  };
  return { document, requests, arrive, storeFirst };
}
/** A document with the text "A", into which somebody types "B". */
function typeB() {
  const opened = open({ text: 'A' });
  opened.document.add(new Mutation({ mutations: [insertion('A', 'B')] }));
  void opened.document.commit();
  return opened;
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
  const { document, requests, storeFirst } = typeB();
  requests[0]?.failure();
  vi.advanceTimersByTime(1_000);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.mutation.transactionId).toBe(requests[0]?.mutation.transactionId);
  requests[1]?.success();
  storeFirst();
  expect(text(document)).toBe('AB');
  expect(document.document.isConsistent()).toBe(true);
});

test('a commit whose response was lost is not repeated after its transaction arrived', () => {
  const { document, requests, storeFirst } = typeB();
  const changes = vi.fn();
  Object.assign(document, { onMutation: changes, onRebase: changes });
  requests[0]?.failure();
  storeFirst();
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
  const { document, requests, storeFirst } = typeB();
  storeFirst();
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
      const { document, requests, arrive, storeFirst } = typeB();
      if (state === 'failed') requests[0]?.failure();
      if (state === 'not sent yet') {
        requests[0]?.success();
        storeFirst();
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

describe('a colleague changes the text of letters that are not stored yet', () => {
  const hero = { _key: 'hero', text: 'We help.' };
  const path = 'sections[_key=="hero"].text';
  const rewritten = 'An entirely different promise';
  const edits = {
    'rewrites it': { set: { [path]: rewritten } },
    'removes its section': { unset: ['sections[_key=="hero"]'] },
    'types at the same place': { diffMatchPatch: { [path]: '@@ -5,4 +5,11 @@\n elp.\n+ Theirs\n' } },
    'changes its beginning': { diffMatchPatch: { [path]: '@@ -1,4 +1,8 @@\n+Now \n We h\n' } },
    'types elsewhere': { set: { title: 'Theirs' } },
  };
  const sections = (text: string) => ({ sections: [{ _key: 'hero', text }] });
  function typeMine(state: string) {
    const opened = open({ sections: [hero] });
    const set = (text: string) =>
      opened.document.add(new Mutation({ mutations: [{ patch: { id, set: { [path]: text } } }] }));
    set('We help. Mi');
    if (state !== 'not sent yet') void opened.document.commit();
    if (state === 'failed') opened.requests[0]?.failure();
    set('We help. Mine');
    return opened;
  }

  describe.each(['in flight', 'failed', 'not sent yet'])('%s, and', (state) => {
    test.each([
      ['rewrites it', sections(`${rewritten} Mine`), sections(rewritten)],
      ['removes its section', sections('We help. Mine'), sections('We help.')],
    ] as const)('%s: they are reported once', (edit, edited, base) => {
      const { document, arrive } = typeMine(state);
      const reported = reportsDuring(() => {
        arrive('theirs', 'first', [{ patch: { id, ...edits[edit] } }]);
        arrive('later', 'theirs', [{ patch: { id, set: { title: 'Theirs' } } }]);
      });
      expect(JSON.stringify(document.LOCAL)).not.toContain('Mine');
      expect(reported).toMatchObject([{ status: 'overtaken', edited, base }]);
    });

    test.each(['types at the same place', 'changes its beginning', 'types elsewhere'] as const)(
      '%s: nothing is reported',
      (edit) => {
        const { document, arrive, storeFirst } = typeMine(state);
        const reported = reportsDuring(() => {
          arrive('theirs', 'first', [{ patch: { id, ...edits[edit] } }]);
          if (state !== 'not sent yet') storeFirst();
        });
        expect(JSON.stringify(document.LOCAL)).toContain(' Mine');
        expect(reported).toEqual([]);
      },
    );
  });
});

test('overtaken letters are reported although the Studio has loaded the document anew', () => {
  const { requests } = typeB();
  const { document, arrive } = open({ text: 'Other' });
  const { transactionId = '', mutations } = requests[0]?.mutation ?? expect.fail('Nothing was sent.');
  const reported = reportsDuring(() => arrive(transactionId, 'first', mutations));
  expect(text(document)).not.toContain('B');
  expect(reported).toMatchObject([{ edited: { text: 'OtherB' }, base: { text: 'Other' } }]);
});

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
