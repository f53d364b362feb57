import { lettersBy } from './words.ts';

/** A word as a form accepted it. Times are in milliseconds. */
export type Typed = {
  text: string;
  person: string;
  document: string;
  field: string;
  at: number;
  /** When the last letter could reach the content lake: later than the last key if the connection was lost. */
  until: number;
};

/** An action of a person. `to` is later than the end of the action if the connection was lost. */
export type Action = {
  person: string;
  kind: string;
  document: string;
  from: number;
  to: number;
  /** The text field, or `sections[key]` of a section. */
  field?: string;
  /** The text that the person discarded or was offered. */
  seen?: string;
  /** When the person saw what they replaced, if that was before the replacement. */
  seenAt?: number;
  /** Text of the dialog that was confirmed. */
  dialog?: string;
  failure?: string;
};

type Texts = Map<string, string>;
/** A transaction of the content lake: the texts by path of each document that it changed, or null for a deletion. */
export type Transaction = { author: string; at: number; states: Map<string, Texts | null> };

export type Log = {
  typed: Typed[];
  actions: Action[];
  /** The transactions of each published id, its draft and its versions, oldest first. */
  histories: Map<string, Transaction[]>;
  /** Texts that the Studio offered in the end as unsaved. */
  offered: { person: string; document: string; text: string }[];
};

export type Violation = { rule: 'gone' | 'undone'; word: Typed; what: string };

export type Verdict = {
  found: number;
  offered: number;
  /** Number of words by who removed them and how. */
  removed: Map<string, number>;
  /** Words with letters of somebody who typed in the same field at the same moment, which may mix. */
  mixed: Typed[];
  violations: Violation[];
};

/** Milliseconds from the end of an action to its last write, on a slow machine. */
const slack = 60_000;
/** Milliseconds around a word in which an action can remove the part of it that is stored. */
const tearing = 5_000;
/** Shorter beginnings of words occur in other words. */
const traceable = 3;

const replaces = 'your changes replace them';
const asksWhich = 'Somebody else changed this too';

const isWithin = (path: string, field = '') =>
  path === field || path.startsWith(`${field}[`) || path.startsWith(`${field}.`);
const kindAndName = ({ kind, person }: Action) => `${kind} by ${person}`;

/** Judges the fate of each typed word by the history of the documents and the log of the actions. */
export function judge(log: Log): Verdict {
  const verdict: Verdict = { found: 0, offered: 0, removed: new Map(), mixed: [], violations: [] };
  for (const [document, transactions] of log.histories) {
    const fates = new Fates(document, log);
    for (const transaction of transactions) fates.apply(transaction);
    verdict.violations.push(...fates.undone);
    for (const word of fates.words) {
      const fate = fates.of(word);
      if ('missing' in fate) verdict.violations.push({ rule: 'gone', word, what: fate.missing });
      else if ('removedBy' in fate)
        verdict.removed.set(fate.removedBy, (verdict.removed.get(fate.removedBy) ?? 0) + 1);
      else verdict[fate.is]++;
      if ('is' in fate && fate.isMixed) verdict.mixed.push(word);
    }
  }
  return verdict;
}

type Fate = { is: 'found' | 'offered'; isMixed?: boolean } | { removedBy: string } | { missing: string };

/** Follows the words of one document through its published state, draft and versions. */
class Fates {
  readonly words: Typed[];
  /** The words that were typed while somebody else typed in the same field. */
  readonly #shared: Set<Typed>;
  readonly undone: Violation[] = [];
  readonly #id: string;
  readonly #log: Log;
  readonly #actions: Action[];
  readonly #states = new Map<string, Texts>();
  /** Since when each word has been in a version that a schedule publishes. Whoever removes it later has seen it. */
  readonly #scheduled = new Map<Typed, number>();
  /** Since when each word has been published, or scheduled to be. */
  readonly #published = new Map<Typed, number>();
  /** The latest removal of a word from the draft or a version, and when its author had seen the text. */
  readonly #removals = new Map<Typed, { by: string; seenAt: number }>();
  /** How a word left the last of the document's states. */
  readonly #lost = new Map<Typed, Fate>();
  /** The letters of a text that belong to no word that is whole, by path and person. */
  readonly #spare = new Map<string, string>();

  constructor(id: string, log: Log) {
    this.#id = id;
    this.#log = log;
    this.#actions = log.actions.filter(({ document }) => document === id);
    const transactions = log.histories.get(id) ?? [];
    this.words = log.typed
      .filter(({ document }) => document === id)
      .map((word) => ({ ...word, until: Math.max(word.until, storedAt(word, transactions)) }));
    this.#shared = new Set(this.words.filter((one) => this.words.some((other) => areAtOnce(one, other))));
  }

  apply({ author, at, states }: Transaction) {
    const before = new Map(this.#states);
    for (const [id, texts] of states)
      if (texts) this.#states.set(id, texts);
      else this.#states.delete(id);
    for (const [id, texts] of states) {
      const old = before.get(id) ?? this.#baseOf(id, before);
      // Without a draft or version, the published document is what is left.
      const now = texts ?? this.#states.get(this.#id);
      if (id.startsWith('versions.') && !before.has(id))
        for (const word of this.words) if (this.#isIn(now, word)) this.#scheduled.set(word, at);
      const changed = [...(old?.keys() ?? []), ...(now?.keys() ?? [])].filter(
        (path) => old?.get(path) !== now?.get(path),
      );
      for (const word of this.words) {
        if (word.text.length < traceable || !changed.some((path) => isWithin(path, word.field))) continue;
        const isHere = this.#isIn(now, word);
        if (id === this.#id && isHere && !this.#published.has(word))
          this.#published.set(word, this.#scheduled.get(word) ?? at);
        if (isHere || !this.#isIn(old, word)) continue;
        const by =
          id === this.#id
            ? this.#reasonToUndo(word, at)
            : this.#reasonToRemove(word, { author, at, isDeleted: !texts });
        const what = `removed by ${author} at ${new Date(at).toISOString().slice(11, 23)} without an action that shows it`;
        if (id === this.#id) this.#published.delete(word);
        if (id === this.#id && !by) this.undone.push({ rule: 'undone', word, what });
        if (!this.#isPresent(word)) this.#lost.set(word, by ? { removedBy: by } : { missing: what });
      }
    }
  }

  /** Returns what became of a word in the end. */
  of(word: Typed): Fate {
    const { text, person } = word;
    if (this.#isPresent(word)) return { is: 'found', isMixed: !this.#isPresent(word, false) };
    const lost = this.#lost.get(word);
    if (lost && 'removedBy' in lost) return lost;
    const isOffered = this.#log.offered.some(
      (one) => one.person === person && one.document === this.#id && one.text.includes(text),
    );
    if (isOffered) return { is: 'offered' };
    const action = this.#actions.find((one) => this.#removesUnsaved(one, word));
    if (!lost && action) return { removedBy: kindAndName(action) };
    if (!lost && this.#isScattered(word)) return { is: 'found', isMixed: true };
    return lost ?? { missing: 'never stored and not offered' };
  }

  /**
   * Returns whether a text has all letters of a word, in another order because others typed in between, or because its
   * author restored some of them at another place. Each letter counts for one word.
   */
  #isScattered(word: Typed): boolean {
    if (!this.#shared.has(word)) return false;
    const places = [...this.#states].flatMap(([id, texts]) =>
      [...texts].filter(([path]) => isWithin(path, word.field)).map(([path, text]) => ({ id, path, text })),
    );
    return places.some(({ id, path, text }) => {
      const key = `${id} ${path} ${word.person}`;
      const whole = this.words.filter(({ person, field }) => person === word.person && isWithin(path, field));
      let spare =
        this.#spare.get(key) ??
        whole.reduce((letters, one) => letters.replace(one.text, ''), lettersBy(word.text, text));
      for (const letter of word.text) {
        if (!spare.includes(letter)) return false;
        spare = spare.replace(letter, '');
      }
      this.#spare.set(key, spare);
      return true;
    });
  }

  /** Returns whether an action removed a word before all of it was stored. */
  #removesUnsaved({ kind, person, from, to, field, seen, dialog }: Action, word: Typed): boolean {
    const isAtOnce = from < word.until + tearing && to + tearing > word.at;
    switch (kind) {
      // The beginning of the word may be stored, and its end offered after the connection is back.
      case 'discard unsaved': {
        const isSoon = from > word.at && from < word.until + slack;
        return person === word.person && (isSoon || Boolean(seen?.includes(word.text)));
      }
      case 'restore unsaved':
        return isAtOnce && Boolean(dialog?.includes(asksWhich));
      case 'remove section':
        return isAtOnce && isWithin(word.field, field);
      default:
        return isAtOnce && /^(discard|restore)$/.test(kind);
    }
  }

  #isPresent(word: Typed, mayMix = true): boolean {
    return [...this.#states.values()].some((texts) => this.#isIn(texts, word, mayMix));
  }

  /** Returns whether texts have a word, perhaps with letters in it of somebody who typed there at the same moment. */
  #isIn(texts: Texts | undefined, word: Typed, mayMix = true): boolean {
    const { text, field } = word;
    return [...(texts ?? [])].some(
      ([path, whole]) =>
        isWithin(path, field) &&
        (whole.includes(text) || (mayMix && this.#shared.has(word) && lettersBy(text, whole).includes(text))),
    );
  }

  /** Returns the state that a new draft or version starts from. */
  #baseOf(id: string, states: Map<string, Texts>): Texts | undefined {
    if (id === this.#id) return undefined;
    const draft = id.startsWith('versions.') ? states.get(`drafts.${this.#id}`) : undefined;
    return draft ?? states.get(this.#id);
  }

  #reasonToRemove(
    word: Typed,
    { author, at, isDeleted }: { author: string; at: number; isDeleted: boolean },
  ): string | undefined {
    const action = this.#actions
      .filter((one) => one.person === author && one.from - 1000 <= at && at <= one.to + slack)
      .findLast(({ kind, field, dialog }) => {
        switch (kind) {
          case 'discard':
            return isDeleted;
          case 'remove section':
            return isWithin(word.field, field);
          case 'restore unsaved':
            return word.person === author || dialog?.includes(asksWhich);
          case 'schedule':
            return dialog?.includes(replaces);
          default:
            return kind === 'restore';
        }
      });
    if (action) this.#removals.set(word, { by: kindAndName(action), seenAt: action.seenAt ?? at });
    // A rebase takes over what somebody removed in a version.
    return this.#removals.get(word)?.by;
  }

  /**
   * Returns why a published word may go: somebody who saw it removed it, or confirmed a dialog that names its field. Who
   * scheduled a draft may have confirmed what somebody else then publishes.
   */
  #reasonToUndo(word: Typed, at: number): string | undefined {
    const since = this.#published.get(word) ?? 0;
    const removal = this.#removals.get(word);
    if (removal && removal.seenAt > since) return removal.by;
    const confirmed = this.#actions.find(
      ({ from, dialog }) => from > since && from - 1000 <= at && dialog?.includes(replaces),
    );
    return confirmed && `${kindAndName(confirmed)} after a dialog`;
  }
}

/** Returns when the lake had all letters of a word: on a slow machine, long after the last key. */
const storedAt = ({ text, field, at }: Typed, transactions: Transaction[]) =>
  transactions.find(
    (one) =>
      one.at >= at &&
      [...one.states.values()].some((texts) =>
        [...(texts ?? [])].some(
          ([path, whole]) => isWithin(path, field) && lettersBy(text, whole).includes(text),
        ),
      ),
  )?.at ?? 0;

/** Returns whether two people typed words in the same field at the same moment. */
const areAtOnce = (one: Typed, other: Typed) =>
  one.person !== other.person &&
  one.field === other.field &&
  one.at < other.until + tearing &&
  other.at < one.until + tearing;
