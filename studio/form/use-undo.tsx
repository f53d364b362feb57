import { Button } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { itemsByKey, merge } from 'content-lake/merge';
import { useEffect, useRef } from 'react';
import {
  getPublishedId,
  getValueAtPath,
  getVersionFromId,
  type ObjectInputProps,
  type SchemaType,
  useDocumentStore,
} from 'sanity';
import { textOf } from '#schemas/property.ts';
import { changedFields, type Difference, differencesBetween } from '#studio/content/differences.ts';
import { fieldTitle } from '#studio/content/fields.ts';
import { mergeUnsaved } from '#studio/unsaved/merge-unsaved.ts';
import { patchesOf } from '#studio/unsaved/patches.ts';

/** Sanity's editor handles, and undoes, pastes of up to this many blocks. It needs minutes for 3,000 blocks. */
export const maxEditorBlocks = 300;

/** Earlier steps are dropped. */
const maxSteps = 20;

type Fields = Record<string, unknown>;

/** A document before and after an edit. */
interface Edit {
  before: Fields;
  after: Fields;
}

interface History {
  /** Changes to lists by this person, oldest first. */
  undo: Edit[];
  redo: Edit[];
  /** The list to which the change of an undo or redo in progress belongs. */
  next?: 'undo' | 'redo' | undefined;
  /** Whether nothing was typed since the last change to a list. */
  isLatest: boolean;
}

/** The open document whose lists changed last. Ctrl+Z applies to it. */
let latestHistory: History | undefined;

/**
 * Lets a person undo what they added, moved or removed in lists, such as sections, with a toast or Ctrl+Z. Text fields undo
 * typing themselves. An undo is merged by field and key, so it never undoes what somebody else did.
 */
export function useUndo({ value, schemaType, onChange }: ObjectInputProps): void {
  const { pair } = useDocumentStore();
  const { push } = useToast();
  const id = textOf(value, '_id') ?? '';
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });
  useEffect(() => {
    if (!id) return;
    const history: History = { undo: [], redo: [], isLatest: false };
    const apply = (kind: 'undo' | 'redo') => {
      const step = history[kind].pop();
      if (!step) return;
      const fields = changedFields(step.after, step.before);
      const unsaved = { fields, base: changedFields(step.before, step.after) };
      // In conflicts, what others did wins.
      const { value: merged, changes } = mergeUnsaved(unsaved, latest.current.value ?? {}, () => true);
      if (changes.length === 0) {
        const title = 'Somebody else has changed this since, so it stays as it is';
        return push({ id: 'undo', status: 'warning', title });
      }
      history.next = kind === 'undo' ? 'redo' : 'undo';
      latest.current.onChange(patchesOf(changes, merged));
    };
    const record = (edit: Edit) => {
      const title = describeStep(schemaType, edit);
      if (!title) {
        history.undo = history.undo.map((step) => withEdit(step, edit));
        history.redo = history.redo.map((step) => withEdit(step, edit));
        return;
      }
      if (!history.next) history.redo = [];
      const kind = history.next ?? 'undo';
      history[kind] = [...history[kind], edit].slice(-maxSteps);
      history.next = undefined;
      history.isLatest = true;
      latestHistory = history;
      const button = (
        <Button
          fontSize={1}
          padding={2}
          mode="ghost"
          text={kind === 'undo' ? 'Undo' : 'Redo'}
          onClick={() => apply(kind)}
        />
      );
      push({ id: 'undo', status: 'info', title, description: button, closable: true, duration: 15_000 });
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
      const kind = event.shiftKey ? 'redo' : 'undo';
      if (!isUndo || latestHistory !== history || history[kind].length === 0) return;
      if (!history.isLatest && isTextField(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      apply(kind);
    };
    const onType = () => {
      history.isLatest = false;
    };
    addEventListener('keydown', onKeyDown, true);
    addEventListener('beforeinput', onType, true);
    const version = getVersionFromId(id);
    let [before, current]: (Fields | undefined)[] = [];
    const events = pair.documentEvents(getPublishedId(id), schemaType.name, version);
    const subscription = events.subscribe((event) => {
      if (event.version !== (version ? 'version' : 'draft')) return;
      // Each edit comes as a snapshot first.
      if (event.type === 'snapshot') [before, current] = [current, event.document ?? undefined];
      else if (event.type === 'mutation' && event.origin === 'local' && event.document)
        record({ before: before ?? latest.current.value ?? {}, after: event.document });
    });
    return () => {
      subscription.unsubscribe();
      removeEventListener('keydown', onKeyDown, true);
      removeEventListener('beforeinput', onType, true);
    };
  }, [id, pair, push, schemaType]);
}

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

/** Adds a later edit of the same person's text to a step, because undoing the step must neither undo nor spare that edit. */
function withEdit(step: Edit, { before, after }: Edit): Edit {
  const isMissing = (path: Parameters<typeof getValueAtPath>[1]) =>
    getValueAtPath(step.before, path) === undefined;
  return {
    before: merge(before, after, step.before, (path) => (isMissing(path) ? 'theirs' : 'mine')).value,
    after: merge(before, after, step.after).value,
  };
}

/** Returns the title of an edit that added, moved or removed list items; undefined for other edits. */
function describeStep(type: SchemaType, { before, after }: Edit): string | undefined {
  const differences = differencesBetween(before, after);
  const moved = differences.find(({ isReordered }) => isReordered);
  const items = differences.flatMap(itemsIn);
  const isStep = items.length > maxEditorBlocks || items.some((item) => textOf(item, '_type') !== 'block');
  const first = moved ?? (isStep ? differences.find((one) => itemsIn(one).length > 0) : undefined);
  if (!first) return undefined;
  const verb = first.after === undefined ? 'Removed' : 'Added';
  return `${moved ? 'New order' : verb}: ${fieldTitle(type, [before, after], first.path)}`;
}

/** Returns the list items that only one of the two documents has. */
function itemsIn({ path, before, after }: Difference): unknown[] {
  if (before !== undefined && after !== undefined) return [];
  const value = before ?? after;
  return typeof path.at(-1) === 'object' ? [value] : [...(itemsByKey(value)?.values() ?? [])];
}
