import { useToast } from '@sanity/ui/toast';
import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  getPublishedId,
  getVersionFromId,
  type ObjectInputProps,
  useCurrentUser,
  useDocumentStore,
} from 'sanity';
import { textOf } from '#schemas/property.ts';
import { changedFields, withItemRestored } from '#studio/content/differences.ts';
import { formatTime } from '#studio/ui/labels.ts';
import {
  findLocalEdit,
  type LocalEdit,
  rejectedStorageKey,
  storageKey,
  storeLocally,
} from './local-edits.ts';
import { combineUnsaved, mergeUnsaved, type UnsavedFields } from './merge-unsaved.ts';
import { patchesOf } from './patches.ts';
import { editedId, storedVersionOf } from './sanity-mutator.ts';
import { useSaveStatus } from './use-save-status.ts';

type Fields = LocalEdit['fields'];

/** Offers an author the edits that were not saved, with the reason. */
type OfferEdits = (edits: UnsavedFields, why: string) => void;

/** Stores a form's edits in the browser until they are saved, and finds edits that were never saved. */
export function useUnsavedEdits(props: ObjectInputProps) {
  const { value = {}, schemaType, readOnly, onChange } = props;
  const toast = useToast();
  const person = useCurrentUser()?.id ?? '';
  const id = editedId(value);
  const key = storageKey(person, id);
  const rev = textOf(value, '_rev');
  const [unsaved, setShown] = useState<LocalEdit>();
  const latestUnsaved = useRef<LocalEdit>(undefined);
  /** Several offers can come before the form is drawn again. */
  const setUnsaved = (edit: LocalEdit | undefined) => {
    latestUnsaved.current = edit;
    setShown(edit);
  };
  const [isClosed, setClosed] = useState(false);
  const saved = useRef<SavedVersion>({ value, rev });
  const offer: OfferEdits = (edits, why) => {
    if (Object.keys(edits.fields).length === 0) return;
    const at = new Date().toISOString();
    const all = combineUnsaved(latestUnsaved.current, edits);
    const combined = { key: rejectedStorageKey(person, id), at, ...all, why };
    storeLocally(combined.key, combined);
    setUnsaved(combined);
    toast.push({ status: 'error', title: 'Your changes were not saved', description: why, duration: 20_000 });
  };
  const { isSaved, isOffline } = useSaveStatus(id, schemaType.name, key, ({ edited, base, status, now }) => {
    setClosed(!edited || status === 401 || status === 403);
    if (!edited) return;
    const edits = { ...changesSince(base ?? saved.current.value, edited), isAddition: base === now };
    if (!now || mergeUnsaved(edits, now).changes.length > 0) offer(edits, rejectionReason(status));
  });
  useRemovedItems(props, id, offer);
  useLocalCopy(saved, key, { value, rev }, isSaved);

  const discard = (edit: LocalEdit) => {
    storeLocally(edit.key, undefined);
    setUnsaved(undefined);
  };
  const restore = (edit: LocalEdit) => {
    const { value: merged, changes } = mergeUnsaved(edit, value);
    onChange(patchesOf(changes, merged));
    discard(edit);
    toast.push({ status: 'success', title: `Your changes from ${formatTime(edit.at)} are restored` });
  };
  const isReady = !readOnly && id !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs once, with the document as it is then.
  useEffect(() => {
    if (id === '') return;
    findLocalEdit(person, id).then((edit) => {
      if (!edit || !(isReady || edit.why)) return;
      if (mergeUnsaved(edit, value).changes.length === 0) {
        // Another version may still lack them.
        if (!edit.isElsewhere) discard(edit);
      } else if (!edit.why && edit.rev === rev) restore(edit);
      else setUnsaved(edit);
    }, console.error);
  }, [isReady, id]);

  const { value: merged, changes } = mergeUnsaved(unsaved ?? { fields: {} }, value);
  const isRestorable = !readOnly && !isClosed;
  return {
    unsaved,
    changes,
    values: [value, merged],
    isClosed,
    isRestorable,
    isOffline,
    restore,
    discard,
  };
}

type SavedVersion = { value: Fields; rev: string | undefined };

/** Stores the form's edits in the browser while they are not saved. `saved` holds the last saved version. */
function useLocalCopy(
  saved: RefObject<SavedVersion>,
  key: string,
  { value, rev }: SavedVersion,
  isSaved: boolean,
) {
  useEffect(() => {
    // The form shows edits slightly before they count as unsaved.
    if (isSaved && rev !== saved.current.rev) saved.current = { value, rev };
    if (isSaved) return;
    // Others may have changed the document since it was saved.
    const stored = storedVersionOf(textOf(value, '_id') ?? '');
    const base = stored ? { value: stored, rev: stored._rev } : saved.current;
    storeLocally(key, {
      at: new Date().toISOString(),
      rev: base.rev,
      ...changesSince(base.value, value),
    });
  }, [saved, key, value, rev, isSaved]);
}

function changesSince(base: Fields, value: Fields): UnsavedFields {
  return { fields: changedFields(base, value), base: changedFields(value, base) };
}

function rejectionReason(status: unknown): string {
  switch (status) {
    case 401:
    case 403:
      return 'You no longer have permission to change this document. Copy your text, then reload the page.';
    case 404:
    case 409:
      return 'Somebody deleted or replaced the document, or discarded its changes, in the meantime.';
    case 'overtaken':
      return 'Somebody else changed or removed this text at the same moment.';
    case 413:
      return 'The change is too large to save at once. Add it again in smaller parts.';
    default:
      return 'The server rejected the change.';
  }
}

/** Offers a list item for restoring if somebody else removes it while it is open here. */
function useRemovedItems(props: ObjectInputProps, id: string, offer: OfferEdits): void {
  const { value, focusPath, schemaType } = props;
  const { pair } = useDocumentStore();
  const latest = useRef({ value, focusPath, offer });
  useEffect(() => {
    latest.current = { value, focusPath, offer };
  });
  useEffect(() => {
    const events = pair.documentEvents(getPublishedId(id), schemaType.name, getVersionFromId(id));
    const subscription = events.subscribe((event) => {
      const isByOthers = event.type === 'rebase' || (event.type === 'mutation' && event.origin === 'remote');
      if (!isByOthers || !event.document || event.version === 'published') return;
      const { value: before, focusPath: focused, offer: offerNow } = latest.current;
      const [name, ...path] = focused;
      if (typeof name !== 'string') return;
      const now = event.document[name];
      const restored = withItemRestored(before?.[name], now, path);
      if (restored)
        offerNow(
          { fields: { [name]: restored }, base: { [name]: now } },
          'Somebody removed this item while you were editing it.',
        );
    });
    return () => subscription.unsubscribe();
  }, [pair, id, schemaType.name]);
}
