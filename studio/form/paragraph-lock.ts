import { useEffect, useRef } from 'react';
import { type ArrayOfObjectsInputProps, pathsAreEqual, useGetFormValue, usePresenceStore } from 'sanity';
import { propertyOf, textOf } from '#schemas/property.ts';
import { toasts } from '#studio/ui/toasts.ts';

/** Milliseconds for which a paragraph stays with the person who typed in it last. */
const holdTime = 20_000;

/** Events that change text. Composed text, such as Hindi in some keyboards, cannot be refused, so its field loses the focus. */
const edits = ['beforeinput', 'paste', 'cut', 'drop', 'compositionstart'];

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
    const isHeld = ({ since }: { since: number }) => performance.now() - since < holdTime;

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

    const refuse = (event: Event) => {
      const paragraph = caretParagraph();
      if (!paragraph) return;
      const isOwn = own.paragraph === paragraph && isHeld(own);
      const holder = [...colleagues.values()].find((one) => one.paragraph === paragraph && isHeld(one));
      if (isOwn || !holder) {
        own = { paragraph, since: performance.now() };
        return;
      }
      event.stopImmediatePropagation();
      if (event.cancelable) event.preventDefault();
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      toasts.next({
        id: 'paragraph-lock',
        status: 'info',
        title: `${holder.name} is writing in this paragraph`,
        description: 'Nothing you type is added here until they stop. You can write in another paragraph.',
      });
    };
    for (const edit of edits) element.addEventListener(edit, refuse, { capture: true });
    return () => {
      subscription.unsubscribe();
      for (const edit of edits) element.removeEventListener(edit, refuse, { capture: true });
    };
  }, [presence, valueAt, path]);
  return field;
}
