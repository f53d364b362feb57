import { describe, expect, test } from 'vitest';
import { type Action, judge, type Typed } from '../../support/editors/judge.ts';

const id = 'testimonial-a';
const draft = `drafts.${id}`;
const version = `versions.r1.${id}`;

const typed = (text: string, person: string, at: number, planned = text): Typed => ({
  ...{ text, planned, person, document: id, field: 'quote', at, until: at + 1_000 },
});
const action = (kind: string, person: string, from: number, more: Partial<Action> = {}): Action => ({
  ...{ kind, person, document: id, from, to: from + 1_000 },
  ...more,
});
/** A transaction that gives documents these quotes; null deletes a document. */
const write = (author: string, at: number, quotes: Record<string, string | null>) => ({
  author,
  at,
  states: new Map(
    Object.entries(quotes).map(([one, quote]) => [one, quote === null ? null : new Map([['quote', quote]])]),
  ),
});

type Case = {
  typed: Typed[];
  actions?: Action[];
  history: ReturnType<typeof write>[];
  offered?: string;
};
const verdictOn = ({ typed, actions = [], history, offered }: Case) =>
  judge({
    ...{ typed, actions, histories: new Map([[id, history]]), seed: new Set(['They', 'won', 'SEO']) },
    offered: offered ? [{ person: 'Asha', document: id, text: offered }] : [],
  });
const rules = (one: Case) => verdictOn(one).violations.map(({ rule, word }) => `${rule} ${word}`);

const ofAsha = typed('BCDFGH', 'Asha', 100_000);
const ofBela = typed('KLMNPQ', 'Bela', 200_000);
const seeded = write('system', 0, { [id]: 'They won' });
const stored = write('Asha', 101_000, { [draft]: 'They won BCDFGH' });

describe('a word is gone', () => {
  test('if it was never stored and is not offered', () => {
    expect(rules({ typed: [ofAsha], history: [seeded] })).toEqual(['gone BCDFGH']);
    expect(verdictOn({ typed: [ofAsha], history: [seeded], offered: 'They won BCDFGH' }).offered).toBe(1);
  });
  test('if its draft is deleted without an action that shows it', () => {
    const history = [seeded, stored, write('Bela', 150_000, { [draft]: null })];
    expect(rules({ typed: [ofAsha], history })).toEqual(['gone BCDFGH']);
    const actions = [action('discard', 'Bela', 149_500)];
    expect(verdictOn({ typed: [ofAsha], history, actions }).removed).toEqual(
      new Map([['discard by Bela', 1]]),
    );
    expect(rules({ typed: [ofAsha], history, actions: [action('discard', 'Chand', 149_500)] })).toHaveLength(
      1,
    );
  });
  test('if somebody replaces the text without having seen it', () => {
    const history = [seeded, stored, write('Bela', 200_500, { [draft]: 'KLMNPQ' })];
    const replace = (seen: string) => [action('replace', 'Bela', 199_000, { field: 'quote', seen })];
    const both = [ofAsha, ofBela];
    expect(rules({ typed: both, history, actions: replace('They won') })).toEqual(['gone BCDFGH']);
    expect(rules({ typed: both, history, actions: replace('They won BCDFGH') })).toEqual([]);
  });
  test('if it was never stored, unless its author replaced it before', () => {
    const replace = (seen: string) => [action('replace', 'Asha', 110_000, { field: 'quote', seen })];
    const history = [seeded];
    expect(rules({ typed: [ofAsha], history, actions: replace('They won') })).toEqual(['gone BCDFGH']);
    expect(rules({ typed: [ofAsha], history, actions: replace('They won BCDFGH') })).toEqual([]);
  });
  test('if its letters are in two places', () => {
    const history = [seeded, write('Asha', 101_000, { [draft]: 'BCD They won FGH' })];
    expect(rules({ typed: [ofAsha], history })).toEqual(['gone BCDFGH']);
  });
  test('but not if it is published', () => {
    const history = [seeded, stored, write('Bela', 150_000, { [id]: 'They won BCDFGH', [draft]: null })];
    expect(verdictOn({ typed: [ofAsha], history })).toMatchObject({ found: 1, violations: [] });
  });
});

describe('a word is mixed', () => {
  test.each(['They BCDKLMNPQFGH won', 'They BDCFGH won', 'They wBCDFGHon', 'SEOKLMNPQ'])(
    'in “%s”',
    (quote) => {
      const history = [seeded, write('Asha', 101_000, { [draft]: quote })];
      expect(
        rules({ typed: [ofAsha, ofBela], history }).filter((one) => one.startsWith('mixed')),
      ).toHaveLength(1);
    },
  );
  test.each(['They BCDF', 'BCDFGH KLMNPQ SEO', 'Nobody typed this'])('but not in “%s”', (quote) => {
    const history = [seeded, write('Asha', 101_000, { [draft]: quote })];
    expect(rules({ typed: [ofAsha, ofBela], history }).filter((one) => one.startsWith('mixed'))).toEqual([]);
  });
});

describe('a published word is undone', () => {
  const published = write('Asha', 150_000, { [id]: 'They won BCDFGH', [draft]: null });
  const undone = write('Bela', 300_000, { [id]: 'They won KLMNPQ', [version]: null });
  const older = write('Bela', 140_000, { [version]: 'They won KLMNPQ' });

  test('by a schedule that was made before', () => {
    const history = [seeded, stored, older, published, undone];
    expect(rules({ typed: [ofAsha, ofBela], history })).toContain('undone BCDFGH');
  });
  test('by a restore of somebody who had opened the history before', () => {
    const restored = write('Bela', 160_000, { [draft]: 'They won' });
    const history = [
      seeded,
      stored,
      published,
      restored,
      write('Bela', 200_000, { [id]: 'They won', [draft]: null }),
    ];
    const restore = (seenAt: number) => [action('restore', 'Bela', 159_500, { seenAt })];
    expect(rules({ typed: [ofAsha], history, actions: restore(140_000) })).toContain('undone BCDFGH');
    expect(rules({ typed: [ofAsha], history, actions: restore(155_000) })).toEqual([]);
  });
  test('but not after a dialog that names the field', () => {
    const history = [seeded, stored, older, published, undone];
    const dialog = 'Asha published other changes. If you continue, your changes replace them here: Quote';
    expect(
      rules({ typed: [ofAsha, ofBela], history, actions: [action('publish', 'Bela', 299_500, { dialog })] }),
    ).toEqual([]);
  });
});
