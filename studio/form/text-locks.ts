import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import {
  type ArrayOfObjectsInputProps,
  type DocumentPresence,
  getDraftId,
  getValueAtPath,
  type Path,
  pathsAreEqual,
  type StringInputProps,
  useGetFormValue,
  usePresenceStore,
} from 'sanity';
import { propertyOf, textOf } from '#schemas/property.ts';
import { toasts } from '#studio/ui/toasts.ts';
import { lastWriterOf, storedVersionOf } from '#studio/unsaved/sanity-mutator.ts';

/** Milliseconds for which a text stays with the person who typed in it or came to it last. */
const holdTime = 20_000;

/** Milliseconds in which presence may still say where colleagues were before they wrote. */
const presenceDelay = 2_000;

/** Events that change text. Composed text, such as Hindi in some keyboards, cannot be refused, so its field loses the focus. */
const edits = ['beforeinput', 'paste', 'cut', 'drop', 'compositionstart'];

const isWithin = (time: number, since: number) => performance.now() - since < time;
const isHeld = (since: number) => isWithin(holdTime, since);

/** A colleague in the document. Times are milliseconds of `performance.now()`. */
interface Colleague {
  userId: string;
  name: string;
  /** Path and selection as presence reports them. */
  caret: string;
  /** The text with their caret; empty if it is none of the field's. Unknown after they created a draft. */
  place: string | undefined;
  cameAt: number;
  activeAt: number;
  /** When a text of theirs came. */
  wroteAt: number;
}

const hasJustWritten = ({ wroteAt }: Colleague) => isWithin(presenceDelay, wroteAt);

/** Decides who may type in a text: whoever came first, until they have not typed for a while. */
class TextLock {
  readonly #kind: 'paragraph' | 'field';
  readonly #colleagues = new Map<string, Colleague>();
  #own = { place: '', cameAt: Number.NEGATIVE_INFINITY, typedAt: Number.NEGATIVE_INFINITY };

  constructor(kind: 'paragraph' | 'field') {
    this.#kind = kind;
  }

  /** Takes over where colleagues are. `placeOf` names the text at a colleague's caret. */
  follow(present: DocumentPresence[], placeOf: (one: DocumentPresence) => string) {
    const gone = new Set(this.#colleagues.keys());
    for (const one of present) {
      const { sessionId, user, path } = one;
      gone.delete(sessionId);
      const known = this.#colleagues.get(sessionId);
      const caret = JSON.stringify([path, propertyOf(one, 'selection')]);
      // Presence is also repeated without a change. It has no path after a draft is created: in a rich text until the caret
      // moves, in a plain field until they go elsewhere.
      if (known && (known.caret === caret || (path.length === 0 && this.#kind === 'paragraph'))) continue;
      const now = performance.now();
      const writer = known && hasJustWritten(known) ? known : undefined;
      const place = path.length === 0 ? writer?.place : placeOf(one);
      const { cameAt } = writer ?? (known?.place === place ? known : undefined) ?? { cameAt: now };
      const wroteAt = known?.wroteAt ?? Number.NEGATIVE_INFINITY;
      const { id: userId, displayName: name = 'A colleague' } = user;
      this.#colleagues.set(sessionId, { userId, name, caret, place, cameAt, activeAt: now, wroteAt });
    }
    for (const sessionId of gone) this.#colleagues.delete(sessionId);
  }

  /**
   * Notes that a colleague changed a text. It is theirs if the user has not typed in it. Presence may come later than the
   * text: without the colleague there, the change is of their session that was active last.
   *
   * @param writer the id of the user who changed the text; without it, the change may be of any colleague
   */
  noteChange(place: string, writer: string | undefined) {
    const activeAt = performance.now();
    const all = [...this.#colleagues]
      .filter(([, { userId }]) => writer === undefined || userId === writer)
      .toSorted(([, one], [, other]) => one.activeAt - other.activeAt);
    const there = all.filter(([, one]) => (one.place ?? place) === place);
    const first = isHeld(this.#own.typedAt) ? {} : { cameAt: Number.NEGATIVE_INFINITY };
    for (const [sessionId, one] of there.length > 0 ? there : all.slice(-1))
      this.#colleagues.set(sessionId, { ...one, place, activeAt, wroteAt: activeAt, ...first });
  }

  /** Notes which text the user's caret is in; empty for none. */
  moveTo(place: string) {
    if (place !== this.#own.place)
      this.#own = { place, cameAt: performance.now(), typedAt: Number.NEGATIVE_INFINITY };
  }

  /** Returns the name of the colleague who has the text with the user's caret. Without one, it is the user's now. */
  type(): string | undefined {
    const { place } = this.#own;
    if (!place) return undefined;
    const holder = [...this.#colleagues.values()].find(
      (one) => (one.place === place || hasJustWritten(one)) && isHeld(one.activeAt) && !this.#isBefore(one),
    );
    if (!holder) this.#own.typedAt = performance.now();
    return holder?.name;
  }

  /** Returns whether the text with the user's caret is the user's rather than a colleague's. */
  #isBefore({ cameAt }: Colleague): boolean {
    const own = this.#own;
    return isHeld(own.typedAt) || (isHeld(own.cameAt) && own.cameAt < cameAt);
  }
}

/** Refuses a user's edits in a text of a field while a colleague has it, and says who that is. */
function useLock(
  element: RefObject<HTMLElement | null>,
  kind: 'paragraph' | 'field',
  placeOf: (one: DocumentPresence) => string,
  ownPlace: () => string,
): TextLock {
  const lock = useMemo(() => new TextLock(kind), [kind]);
  const presence = usePresenceStore();
  const valueAt = useGetFormValue();
  const places = useRef({ placeOf, ownPlace });
  useEffect(() => {
    places.current = { placeOf, ownPlace };
  });
  useEffect(() => {
    const field = element.current;
    const id = textOf(valueAt([]), '_id');
    if (!field || !id) return undefined;
    const present = presence.documentPresence(id);
    const subscription = present.subscribe((all) => lock.follow(all, (one) => places.current.placeOf(one)));
    const move = () => lock.moveTo(places.current.ownPlace());
    const type = (event: Event) => {
      move();
      const holder = lock.type();
      if (holder !== undefined) refuse(event, holder, kind);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    for (const edit of edits) field.addEventListener(edit, type, { capture: true, signal });
    for (const moved of ['focusin', 'focusout', 'selectionchange'])
      document.addEventListener(moved, move, { signal });
    return () => {
      subscription.unsubscribe();
      listeners.abort();
    };
  }, [presence, valueAt, lock, kind, element]);
  return lock;
}

/** Prevents an edit and says who is writing there. */
function refuse(event: Event, name: string, kind: 'paragraph' | 'field') {
  event.stopImmediatePropagation();
  if (event.cancelable) event.preventDefault();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  toasts.next({
    id: 'text-lock',
    status: 'info',
    title: `${name} is writing in this ${kind}`,
    description: `Nothing you type is added here until they stop. You can write in another ${kind}.`,
  });
}

const isAt = (at: Path, path: Path) => pathsAreEqual(at.slice(0, path.length), path);

/**
 * Keeps a second person out of a field of plain text in which somebody is. Sanity merges such texts by their letters, so
 * what two people type at the same place mixes. Both can type if they come within the second that presence takes.
 *
 * @returns the ref of the element around the field
 */
export function useFieldLock({ path, value }: Pick<StringInputProps, 'path' | 'value'>) {
  const field = useRef<HTMLDivElement>(null);
  const lock = useLock(
    field,
    'field',
    (one) => (isAt(one.path, path) ? 'field' : ''),
    () => (field.current?.contains(document.activeElement) ? 'field' : ''),
  );
  // Presence says who is in a plain field, not who types. A user's own text is in the form before it is stored.
  const valueAt = useGetFormValue();
  const shown = useRef(value);
  // Before the text is painted, so that nobody types into it first.
  useLayoutEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    const id = textOf(valueAt([]), '_id') ?? '';
    // The form has the id of a draft slightly later than its texts.
    const version = [id, getDraftId(id)].find((one) => {
      const stored = storedVersionOf(one);
      return stored && getValueAtPath(stored, path) === value;
    });
    if (version) lock.noteChange('field', lastWriterOf(version));
  }, [value, path, valueAt, lock]);
  return field;
}

/** As `useFieldLock`, for each paragraph of a rich text (sanity-io/sanity#5417). */
export function useParagraphLock({ path }: Pick<ArrayOfObjectsInputProps, 'path'>) {
  const field = useRef<HTMLDivElement>(null);
  useLock(
    field,
    'paragraph',
    (one) => (isAt(one.path, path) && textOf(one.path[path.length], '_key')) || '',
    () => (field.current?.contains(document.activeElement) ? caretParagraph() : ''),
  );
  return field;
}

/** Returns the `_key` of the paragraph with the caret; empty if the caret is in none. */
function caretParagraph(): string {
  const node = window.getSelection()?.focusNode;
  const element = node instanceof Element ? node : node?.parentElement;
  const place = element?.closest('[data-pt-path]')?.getAttribute('data-pt-path') ?? '';
  return /^\[_key=="([^"]+)"\]/.exec(place)?.[1] ?? '';
}
