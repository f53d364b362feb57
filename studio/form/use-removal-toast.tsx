import { Button } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { itemsByKey } from 'content-lake/merge';
import { useEffect, useRef } from 'react';
import { getPublishedId, getVersionFromId, type ObjectInputProps, useDocumentStore } from 'sanity';
import { textOf } from '#schemas/property.ts';
import { changedFields, type Difference, differencesBetween } from '#studio/content/differences.ts';
import { fieldTitle } from '#studio/content/fields.ts';
import { mergeUnsaved } from '#studio/unsaved/merge-unsaved.ts';
import { patchesOf } from '#studio/unsaved/patches.ts';

type Fields = Record<string, unknown>;

/**
 * Shows a toast with a button to undo when a person removes list items, such as sections. The undo is merged by field and
 * key, so it never undoes what somebody did since.
 */
export function useRemovalToast({ value, schemaType, onChange }: ObjectInputProps): void {
  const { pair } = useDocumentStore();
  const { push } = useToast();
  const id = textOf(value, '_id') ?? '';
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });
  useEffect(() => {
    if (!id) return;
    const undo = (before: Fields, after: Fields) => {
      const removed = { fields: changedFields(after, before), base: changedFields(before, after) };
      const { value: merged, changes } = mergeUnsaved(removed, latest.current.value ?? {}, () => true);
      if (changes.length > 0) latest.current.onChange(patchesOf(changes, merged));
    };
    const offerUndo = (before: Fields, after: Fields) => {
      const removal = differencesBetween(before, after).find(isRemoval);
      if (!removal) return;
      const title = `Removed: ${fieldTitle(schemaType, [before], removal.path)}`;
      const button = (
        <Button fontSize={1} padding={2} mode="ghost" text="Undo" onClick={() => undo(before, after)} />
      );
      push({ id: 'removed', status: 'info', title, description: button, closable: true, duration: 15_000 });
    };
    const version = getVersionFromId(id);
    let [before, current]: (Fields | undefined)[] = [];
    const events = pair.documentEvents(getPublishedId(id), schemaType.name, version);
    const subscription = events.subscribe((event) => {
      if (event.version !== (version ? 'version' : 'draft')) return;
      // Each edit comes as a snapshot first.
      if (event.type === 'snapshot') [before, current] = [current, event.document ?? undefined];
      else if (event.type === 'mutation' && event.origin === 'local' && event.document)
        offerUndo(before ?? latest.current.value ?? {}, event.document);
    });
    return () => subscription.unsubscribe();
  }, [id, pair, push, schemaType]);
}

/** Returns whether list items were removed. Paragraphs disappear whenever people join them while typing. */
function isRemoval({ path, before, after }: Difference): boolean {
  if (after !== undefined) return false;
  const items = typeof path.at(-1) === 'object' ? [before] : [...(itemsByKey(before)?.values() ?? [])];
  return items.some((item) => textOf(item, '_type') !== 'block');
}
