import { useEffect, useRef } from 'react';
import {
  type ArrayOfObjectsInputProps,
  type DocumentPresence,
  pathsAreEqual,
  type StringInputProps,
  useGetFormValue,
  usePresenceStore,
} from 'sanity';
import { propertyOf, textOf } from '#schemas/property.ts';
import { toasts } from '#studio/ui/toasts.ts';

/** Milliseconds for which a paragraph or a field stays with the person who typed in it last. */
const holdTime = 20_000;

/** Events that change text. Composed text, such as Hindi in some keyboards, cannot be refused, so its field loses the focus. */
const edits = ['beforeinput', 'paste', 'cut', 'drop', 'compositionstart'];

const isHeld = (since: number) => performance.now() - since < holdTime;

/** Calls `handle` before each edit of the text in an element. Returns a function that stops this. */
function listenForEdits(element: HTMLElement, handle: (event: Event) => void): () => void {
  for (const edit of edits) element.addEventListener(edit, handle, { capture: true });
  return () => {
    for (const edit of edits) element.removeEventListener(edit, handle, { capture: true });
  };
}

/** Prevents an edit and says who is writing there. */
function refuse(event: Event, name: string, place: 'paragraph' | 'field') {
  event.stopImmediatePropagation();
  if (event.cancelable) event.preventDefault();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  toasts.next({
    id: 'text-lock',
    status: 'info',
    title: `${name} is writing in this ${place}`,
    description: `Nothing you type is added here until they stop. You can write in another ${place}.`,
  });
}

/**
 * Keeps a second person out of a field of plain text in which somebody types. Sanity merges such texts by their letters
 * too. Presence says who is in a field, not who types, so a field counts as theirs while its text changes.
 *
 * @returns the ref of the element around the field
 */
export function useFieldLock({ path, value }: Pick<StringInputProps, 'path' | 'value'>) {
  const field = useRef<HTMLDivElement>(null);
  const text = useRef({ value, typedAt: Number.NEGATIVE_INFINITY, changedAt: Number.NEGATIVE_INFINITY });
  const presence = usePresenceStore();
  const valueAt = useGetFormValue();
  useEffect(() => {
    const { current } = text;
    if (value !== current.value && !isHeld(current.typedAt)) current.changedAt = performance.now();
    current.value = value;
  }, [value]);
  useEffect(() => {
    if (!field.current) return undefined;
    const findColleague = () => {
      let colleagues: DocumentPresence[] = [];
      const id = textOf(valueAt([]), '_id') ?? '';
      const follow = (present: DocumentPresence[]) => {
        colleagues = present;
      };
      // The store replays the present state at once.
      presence.documentPresence(id).subscribe(follow).unsubscribe();
      // Once a draft is created, Sanity reports its writer without a path.
      return colleagues.find(({ path: at }) => at.length === 0 || pathsAreEqual(at, path));
    };
    return listenForEdits(field.current, (event) => {
      const { current } = text;
      const isTheirs = isHeld(current.changedAt) && !isHeld(current.typedAt);
      const colleague = isTheirs ? findColleague() : undefined;
      if (colleague) refuse(event, colleague.user.displayName ?? 'A colleague', 'field');
      else current.typedAt = performance.now();
    });
  }, [presence, valueAt, path]);
  return field;
}

/** Returns the `_key` of the paragraph with the caret. */
function caretParagraph(): string | undefined {
  const node = window.getSelection()?.focusNode;
  const element = node instanceof Element ? node : node?.parentElement;
  return /^\[_key=="([^"]+)"\]/.exec(
    element?.closest('[data-pt-path]')?.getAttribute('data-pt-path') ?? '',
  )?.[1];
}

/**
 * Keeps a second person out of a paragraph in which somebody types, and says who that is. Sanity merges the text of a
 * paragraph by its letters, so what two people type at the same place mixes (sanity-io/sanity#5417). Both can type if
 * they begin within the second that presence takes to arrive.
 *
 * @returns the ref of the element around the field's editor
 */
export function useParagraphLock({ path }: Pick<ArrayOfObjectsInputProps, 'path'>) {
  const field = useRef<HTMLDivElement>(null);
  const presence = usePresenceStore();
  const valueAt = useGetFormValue();
  useEffect(() => {
    const element = field.current;
    const id = textOf(valueAt([]), '_id');
    if (!element || !id) return undefined;
    const colleagues = new Map<string, { name: string; caret: string; paragraph: string; since: number }>();
    let own = { paragraph: '', since: 0 };

    const subscription = presence.documentPresence(id).subscribe((present) => {
      for (const one of present) {
        const { sessionId, user, path: at } = one;
        const key = textOf(at[path.length], '_key');
        const paragraph = (pathsAreEqual(at.slice(0, path.length), path) && key) || '';
        const caret = JSON.stringify([at, propertyOf(one, 'selection')]);
        // Presence is also repeated without a change, and has no path for a moment after a draft is created.
        if (at.length === 0 || colleagues.get(sessionId)?.caret === caret) continue;
        const name = user.displayName ?? 'A colleague';
        colleagues.set(sessionId, { name, caret, paragraph, since: performance.now() });
        if (paragraph === own.paragraph && caretParagraph() !== paragraph) own = { paragraph: '', since: 0 };
      }
    });

    const stopListening = listenForEdits(element, (event) => {
      const paragraph = caretParagraph();
      if (!paragraph) return;
      const isOwn = own.paragraph === paragraph && isHeld(own.since);
      const holder = [...colleagues.values()].find((one) => one.paragraph === paragraph && isHeld(one.since));
      if (holder && !isOwn) refuse(event, holder.name, 'paragraph');
      else own = { paragraph, since: performance.now() };
    });
    return () => {
      subscription.unsubscribe();
      stopListening();
    };
  }, [presence, valueAt, path]);
  return field;
}
