import { mixedTokens } from './words.ts';

/** A word as a form accepted it. `planned` is longer if the form refused letters. Times are in milliseconds. */
export type Typed = {
  text: string;
  planned: string;
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
  /** The text that the person saw and replaced, discarded or was offered. */
  seen?: string;
  /** When the person saw what they replaced, if that was before `from`. */
  seenAt?: number;
  /** Text of the dialog that was confirmed. */
  dialog?: string;
  failure?: string;
};

/** A transaction of the content lake: the texts by path of each document that it changed, or null for a deletion. */
export type Transaction = { author: string; at: number; states: Map<string, Map<string, string> | null> };

export type Log = {
  typed: Typed[];
  actions: Action[];
  /** The transactions of each published id, its draft and its versions, oldest first. */
  histories: Map<string, Transaction[]>;
  /** Texts that the Studio offered in the end as unsaved. */
  offered: { person: string; document: string; text: string }[];
  /** Words of the first content. */
  seed: Set<string>;
};

export type Violation = {
  rule: 'gone' | 'mixed' | 'undone';
  document: string;
  field: string;
  word: string;
  person: string;
  what: string;
};

export type Verdict = {
  found: number;
  offered: number;
  /** Number of words by who removed them and how. */
  removed: Map<string, number>;
  violations: Violation[];
};

/** Milliseconds from the end of an action to its last write, on a slow machine. */
const slack = 60_000;
/** Milliseconds around a word in which an action can remove the part of it that is stored. */
const tearing = 5_000;

const isWithin = (path: string, field = '') =>
  path === field || path.startsWith(`${field}[`) || path.startsWith(`${field}.`);
const replaces = 'your changes replace them';
const asksWhich = 'Somebody else changed this too';
/** Actions that remove text of a whole document. */
const ofWholeDocument = new Set(['discard', 'restore']);

/** Judges the fate of each typed word by the history of the documents and the log of the actions. */
export function judge(log: Log): Verdict {
  const verdict: Verdict = { found: 0, offered: 0, removed: new Map(), violations: [] };
  const planned = log.typed.map((one) => one.planned);
  for (const [document, transactions] of log.histories) {
    const fates = new Fates(document, log);
    const mixed = new Map<string, string>();
    for (const transaction of transactions) {
      for (const [id, texts] of transaction.states)
        for (const [path, text] of texts ?? []) {
          if (fates.textAt(id, path) === text) continue;
          const [token] = mixedTokens(text, { seed: log.seed, typed: planned });
          // A word between two others touches the next until its last key, so only what stays counts.
          if (token) mixed.set(path, token);
          else mixed.delete(path);
        }
      fates.apply(transaction);
    }
    for (const [field, word] of mixed)
      verdict.violations.push({
        rule: 'mixed',
        document,
        field,
        word,
        person: '',
        what: 'letters of several people or in another order',
      });
    verdict.violations.push(...fates.undone);
    for (const word of log.typed.filter((one) => one.document === document)) {
      const fate = fates.of(word);
      if (fate === 'found' || fate === 'offered') verdict[fate]++;
      else if (typeof fate === 'string') verdict.removed.set(fate, (verdict.removed.get(fate) ?? 0) + 1);
      else
        verdict.violations.push({
          rule: 'gone',
          document,
          field: word.field,
          word: word.text,
          person: word.person,
          what: fate.what,
        });
    }
  }
  return verdict;
}

type Removal = { at: number; by: string; isUnseen: boolean };

/** Follows the words of one document through its published state, draft and versions. */
class Fates {
  readonly undone: Violation[] = [];
  readonly #document: string;
  readonly #log: Log;
  readonly #typed: Map<string, Typed>;
  readonly #actions: Action[];
  readonly #states = new Map<string, Map<string, string>>();
  readonly #seenComplete = new Set<string>();
  readonly #published = new Map<string, number>();
  /** Removals of a word from the draft or a version. */
  readonly #removals = new Map<string, Removal[]>();
  /** How a word left the last of the document's states. Undefined: without a reason. */
  readonly #lastLost = new Map<string, { by: string | undefined; what: string }>();

  constructor(document: string, log: Log) {
    this.#document = document;
    this.#log = log;
    this.#actions = log.actions.filter((one) => one.document === document);
    this.#typed = new Map(log.typed.filter((one) => one.document === document).map((one) => [one.text, one]));
  }

  textAt(id: string, path: string): string | undefined {
    return this.#states.get(id)?.get(path);
  }

  apply(transaction: Transaction) {
    const before = new Map(this.#states);
    const lost = new Map<string, string | undefined>();
    for (const [id, texts] of transaction.states) {
      const isRemoved = texts === null;
      // A draft or version that is published stays as the published document.
      const isPublished = isRemoved && transaction.states.get(this.#document);
      const known = before.get(id) ?? this.#baseOf(id, before);
      const now = new Set(texts ? [...this.#wordsIn(texts).keys()].map(({ text }) => text) : []);
      for (const [word, path] of known && !isPublished ? this.#wordsIn(known) : []) {
        if (now.has(word.text)) continue;
        const by =
          id === this.#document
            ? this.#reasonToUndo(word, transaction)
            : this.#reasonToRemove(word, path, transaction, isRemoved);
        lost.set(word.text, by);
        if (id === this.#document && !by)
          this.undone.push({
            ...{
              rule: 'undone',
              document: this.#document,
              field: path,
              word: word.text,
              person: word.person,
            },
            what: `published by ${transaction.author} at ${clock(transaction.at)}`,
          });
      }
      if (texts) this.#states.set(id, texts);
      else this.#states.delete(id);
      for (const text of now) {
        this.#seenComplete.add(text);
        if (id === this.#document && !this.#published.has(text)) this.#published.set(text, transaction.at);
      }
      if (id === this.#document)
        for (const text of this.#published.keys()) if (!now.has(text)) this.#published.delete(text);
    }
    for (const [text, by] of lost)
      if (!this.#isPresent(text))
        this.#lastLost.set(text, {
          by,
          what: `removed by ${transaction.author} at ${clock(transaction.at)} without an action that shows it`,
        });
  }

  /** Returns `found`, `offered`, who removed the word and how, or a violation. */
  of(word: Typed): string | { what: string } {
    const { text, person } = word;
    if (this.#isPresent(text)) return 'found';
    const lost = this.#lastLost.get(text);
    if (lost?.by) return lost.by;
    const isOffered = this.#log.offered.some(
      (one) => one.person === person && one.document === this.#document && one.text.includes(text),
    );
    if (isOffered) return 'offered';
    if (lost) return lost;
    const by = this.#actions.find((action) => this.#removesUnsaved(action, word));
    return by ? `${by.kind} by ${by.person}` : { what: 'never stored and not offered' };
  }

  /** Returns whether an action removed a word before all of it was stored. */
  #removesUnsaved(action: Action, { text, person, field, at, until }: Typed): boolean {
    const { kind, from, to, seen } = action;
    const isAtOnce = from < until + tearing && to + tearing > at;
    if (ofWholeDocument.has(kind)) return isAtOnce;
    if (kind === 'remove section') return isAtOnce && isWithin(field, action.field);
    if (kind === 'replace') return action.field === field && Boolean(seen?.includes(text));
    return kind === 'discard unsaved' && action.person === person && Boolean(seen?.includes(text));
  }

  #isPresent(text: string): boolean {
    return [...this.#states.values()].some((texts) => [...texts.values()].some((one) => one.includes(text)));
  }

  /** Returns the typed words in texts, with the path of each. */
  #wordsIn(texts: Map<string, string>): Map<Typed, string> {
    const words = new Map<Typed, string>();
    for (const [path, text] of texts)
      for (const [token] of text.matchAll(/[A-Z0-9]{3,}/g)) {
        const word = this.#typed.get(token);
        if (word) words.set(word, path);
      }
    return words;
  }

  /** Returns the state that a new draft or version starts from. */
  #baseOf(id: string, states: Map<string, Map<string, string>>) {
    if (id === this.#document) return undefined;
    const draft = id.startsWith('versions.') ? states.get(`drafts.${this.#document}`) : undefined;
    return draft ?? states.get(this.#document);
  }

  #reasonToRemove(
    word: Typed,
    path: string,
    { author, at }: Transaction,
    isDeleted: boolean,
  ): string | undefined {
    const action = this.#actions
      .filter((one) => one.person === author && one.from - 1000 <= at && at <= one.to + slack)
      .findLast((one) => {
        switch (one.kind) {
          case 'discard':
            return isDeleted;
          case 'remove section':
            return isWithin(path, one.field);
          case 'replace':
            return isWithin(path, one.field) && one.seen?.includes(word.text);
          case 'undo':
            return word.person === author || word.at < (one.seenAt ?? one.from);
          case 'restore unsaved':
            return word.person === author || one.dialog?.includes(asksWhich);
          case 'schedule':
            return one.dialog?.includes(replaces);
          default:
            return one.kind === 'restore' || one.kind === 'merge';
        }
      });
    // A rebase takes over what somebody removed in a version.
    const earlier = this.#removals.get(word.text)?.at(-1);
    const by = action ? `${action.kind} by ${action.person}` : earlier?.by;
    const published = this.#published.get(word.text) ?? 0;
    const isUnseen = action?.kind === 'restore' && published > (action.seenAt ?? action.from);
    if (action)
      this.#removals.set(word.text, [
        ...(this.#removals.get(word.text) ?? []),
        { at, by: `${action.kind} by ${action.person}`, isUnseen },
      ]);
    return by;
  }

  /**
   * Returns why a published word may go: somebody removed it before, or confirmed a dialog that names its field. Who
   * scheduled a draft may have confirmed what somebody else then publishes.
   */
  #reasonToUndo({ text }: Typed, { at }: Transaction): string | undefined {
    const published = this.#published.get(text) ?? 0;
    const removal = this.#removals.get(text)?.findLast((one) => one.at > published);
    if (removal && !removal.isUnseen) return removal.by;
    const confirmed = this.#actions.find(
      (one) =>
        one.from > published &&
        one.from - 1000 <= at &&
        (one.dialog?.includes(replaces) || one.kind === 'merge'),
    );
    return confirmed && `${confirmed.kind} after a dialog by ${confirmed.person}`;
  }
}

const clock = (at: number) => new Date(at).toISOString().slice(11, 23);
