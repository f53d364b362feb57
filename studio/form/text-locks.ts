import { type RefObject, useEffect, useMemo, useRef } from 'react';
import {
  type ArrayOfObjectsInputProps,
  type DocumentPresence,
  type Path,
  pathsAreEqual,
  type StringInputProps,
  useCurrentUser,
  useGetFormValue,
  usePresenceStore,
} from 'sanity';
import { propertyOf, textOf } from '#schemas/property.ts';
import { toasts } from '#studio/ui/toasts.ts';

/** Milliseconds for which a text stays with the person who typed in it or came to it last. */
const holdTime = 20_000;

/**
 * Two people who come to a text within this many milliseconds may both begin to type before presence tells them. If both
 * go on, one of them has to stop.
 */
const presenceDelay = 5_000;

/** Events that change text. Composed text, such as Hindi in some keyboards, cannot be refused, so its field loses the focus. */
const edits = ['beforeinput', 'paste', 'cut', 'drop', 'compositionstart'];

const isHeld = (since: number) => performance.now() - since < holdTime;

/** A colleague in the document. Times are milliseconds of `performance.now()`. */
interface Colleague {
  id: string;
  name: string;
  /** Path and selection as presence reports them. */
  caret: string;
  /** The text with their caret, as far as known; empty if it is none of the field's. */
  place: string;
  /** Whether they may be elsewhere by now: presence has no path after a draft is created. */
  isLost: boolean;
  cameAt: number;
  activeAt: number;
  /** Moves of their caret and changes of the text since they came. Somebody who only clicks there makes two at most. */
  steps: number;
}

/** Decides who may type in a text: whoever came first, until they have not typed for a while. */
class TextLock {
  readonly #colleagues = new Map<string, Colleague>();
  #own = { place: '', cameAt: Number.NEGATIVE_INFINITY, typedAt: Number.NEGATIVE_INFINITY };

  /** Takes over where colleagues are. `placeOf` names the text at a colleague's caret. */
  follow(present: DocumentPresence[], placeOf: (one: DocumentPresence) => string) {
    const gone = new Set(this.#colleagues.keys());
    for (const one of present) {
      const { sessionId, user, path } = one;
      gone.delete(sessionId);
      const known = this.#colleagues.get(sessionId);
      const caret = JSON.stringify([path, propertyOf(one, 'selection')]);
      // Presence is also repeated without a change.
      if (known?.caret === caret) continue;
      const now = performance.now();
      const who = { id: user.id, name: user.displayName ?? 'A colleague', caret };
      const before = known ?? { place: '', cameAt: now, activeAt: now, steps: 0 };
      if (path.length === 0) {
        this.#colleagues.set(sessionId, { ...before, ...who, isLost: true });
        continue;
      }
      const place = placeOf(one);
      const { cameAt, steps } = before.place === place ? before : { cameAt: now, steps: 0 };
      this.#colleagues.set(sessionId, {
        ...{ ...who, place, isLost: false },
        ...{ cameAt, activeAt: now, steps: steps + 1 },
      });
    }
    for (const sessionId of gone) this.#colleagues.delete(sessionId);
  }

  /** Notes that whichever colleague is in a text changed it. */
  noteChange(place: string) {
    const now = performance.now();
    for (const [sessionId, one] of this.#colleagues) {
      if (!one.isLost && one.place !== place) continue;
      const { cameAt, steps } = one.place === place ? one : { cameAt: now, steps: 0 };
      this.#colleagues.set(sessionId, { ...one, place, cameAt, activeAt: now, steps: steps + 1 });
    }
  }

  /** Notes which text the user's caret is in; empty for none. */
  moveTo(place: string) {
    if (place !== this.#own.place)
      this.#own = { place, cameAt: performance.now(), typedAt: Number.NEGATIVE_INFINITY };
  }

  /** Returns the name of the colleague who has the text with the user's caret. Without one, it is the user's now. */
  type(userId: string | undefined): string | undefined {
    const { place } = this.#own;
    if (!place) return undefined;
    const holder = [...this.#colleagues.values()].find(
      (one) => one.place === place && isHeld(one.activeAt) && !this.#isBefore(one, userId),
    );
    if (!holder) this.#own.typedAt = performance.now();
    return holder?.name;
  }

  /** Returns whether the text with the user's caret is the user's rather than a colleague's. */
  #isBefore({ id, cameAt, steps }: Colleague, userId = ''): boolean {
    const { cameAt: ownCameAt, typedAt } = this.#own;
    const lead = cameAt - ownCameAt;
    if (!isHeld(Math.max(ownCameAt, typedAt))) return false;
    // Both type. The ids decide, so that both browsers give the same answer.
    if (isHeld(typedAt) && steps > 2 && lead > 0 && lead < presenceDelay) return userId <= id;
    return isHeld(typedAt) || lead > 0;
  }
}

/** Refuses a user's edits in a text of a field while a colleague has it, and says who that is. */
function useLock(
  element: RefObject<HTMLElement | null>,
  kind: 'paragraph' | 'field',
  placeOf: (one: DocumentPresence) => string,
  ownPlace: () => string,
): TextLock {
  const lock = useMemo(() => new TextLock(), []);
  const presence = usePresenceStore();
  const valueAt = useGetFormValue();
  const userId = useCurrentUser()?.id;
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
      const holder = lock.type(userId);
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
  }, [presence, valueAt, lock, kind, element, userId]);
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
  // Presence says who is in a plain field, not who types. A text that the user did not type is a colleague's.
  const known = useRef({ stored: value ?? '', typed: value ?? '' });
  useEffect(() => {
    const element = field.current;
    const noteTyped = ({ target }: Event) => {
      known.current.typed = textOf(target, 'value') ?? '';
    };
    element?.addEventListener('input', noteTyped);
    return () => element?.removeEventListener('input', noteTyped);
  }, []);
  useEffect(() => {
    const [text, { stored, typed }] = [value ?? '', known.current];
    if (text !== stored && text !== typed) lock.noteChange('field');
    known.current.stored = text;
  }, [value, lock]);
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
