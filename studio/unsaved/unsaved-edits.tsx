import { Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { filter, fromEvent, merge, take } from 'rxjs';
import {
  getPublishedId,
  getVersionFromId,
  type ObjectInputProps,
  type SchemaType,
  useCurrentUser,
  useDocumentStore,
} from 'sanity';
import { textOf } from '#schemas/property.ts';
import { changedFields, displayText, formatDateTime, withItemRestored } from '#studio/content/differences.ts';
import { ChangeList, useChoices } from './change-list.tsx';
import {
  findLocalEdit,
  type LocalEdit,
  rejectedStorageKey,
  storageKey,
  storeLocally,
} from './local-edits.ts';
import { combineUnsaved, mergeUnsaved, type UnsavedFields } from './merge-unsaved.ts';
import { patchesOf } from './patches.ts';
import { rejections } from './sanity-mutator.ts';

type GiveBack = (typed: UnsavedFields, why: string) => void;

const removedMeanwhile = 'Somebody removed it while you were in it.';

/** Milliseconds before unsaved edits are mentioned. */
const offlineNoticeDelay = 3_000;

/**
 * Keeps edits in the browser until they are stored and restores them after the tab was closed. Asks where the document
 * changed meanwhile or the edits were refused.
 */
export function UnsavedEdits({ children, ...props }: ObjectInputProps & { children: ReactNode }) {
  const edits = useUnsavedEdits(props);
  return (
    <>
      {edits.left && edits.lost.length > 0 ? (
        <LeftEdits {...edits} left={edits.left} type={props.schemaType} />
      ) : (
        edits.isAway && <Away />
      )}
      <div inert={edits.isForbidden}>{children}</div>
    </>
  );
}

function useUnsavedEdits(props: ObjectInputProps) {
  const { value = {}, schemaType, readOnly, onChange } = props;
  const toast = useToast();
  const person = useCurrentUser()?.id ?? '';
  const id = (textOf(value, '_id') ?? '').replace(/^drafts\./, '');
  const key = storageKey(person, id);
  const [left, setLeft] = useState<LocalEdit>();
  const [isForbidden, setForbidden] = useState(false);
  const rev = textOf(value, '_rev');
  const stored = useRef({ value, rev });
  const choices = useChoices();
  const giveBack: GiveBack = (typed, why) => {
    if (Object.keys(typed.fields).length === 0) return;
    const kept = {
      key: rejectedStorageKey(person, id),
      at: new Date().toISOString(),
      ...combineUnsaved(left, typed),
      why,
    };
    storeLocally(kept.key, kept);
    setLeft(kept);
    const title = 'What you typed was not saved';
    toast.push({ status: 'error', title, description: why, duration: 20_000 });
  };
  const { isStored, isAway } = useStorage(id, schemaType.name, key, (edited, status) => {
    setForbidden(status === 401 || status === 403);
    giveBack(typedSince(stored.current.value, edited), reasonOf(status));
  });
  useRemovals(props, id, giveBack);
  const isReady = !readOnly && id !== '';

  useEffect(() => {
    // The form shows edits slightly before they count as unsaved.
    if (isStored && rev !== stored.current.rev) stored.current = { value, rev };
    const { value: base, rev: since } = stored.current;
    if (!isStored)
      storeLocally(key, { at: new Date().toISOString(), rev: since, ...typedSince(base, value) });
  }, [key, value, rev, isStored]);

  const forget = (kept: LocalEdit) => {
    storeLocally(kept.key, undefined);
    setLeft(undefined);
  };
  const restore = (kept: LocalEdit) => {
    const { value: merged, changes } = mergeUnsaved(kept, value, choices.isChosen);
    onChange(patchesOf(changes, merged));
    forget(kept);
    toast.push({ status: 'success', title: `What you typed on ${formatDateTime(kept.at)} is back` });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, in the document as it is then.
  useEffect(() => {
    if (id === '') return;
    findLocalEdit(person, id).then((kept) => {
      if (!kept || !(isReady || kept.why)) return;
      if (mergeUnsaved(kept, value).changes.length === 0) forget(kept);
      else if (!kept.why && kept.rev === rev) restore(kept);
      else setLeft(kept);
    }, console.error);
  }, [isReady, id]);

  const { value: merged, changes: lost } = mergeUnsaved(left ?? { fields: {} }, value);
  const isRestorable = !readOnly && !isForbidden;
  return { left, lost, values: [value, merged], choices, isForbidden, isRestorable, isAway, restore, forget };
}

type LeftProps = Omit<ReturnType<typeof useUnsavedEdits>, 'left'> & { left: LocalEdit; type: SchemaType };

/** Edits that were not stored, and what can be done with them. */
function LeftEdits({ left, lost, values, type, choices, isRestorable, restore, forget }: LeftProps) {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard
      .writeText(lost.map(({ after }) => displayText(after)).join('\n\n'))
      .then(() => toast.push({ status: 'success', title: 'Copied' }));
  return (
    <Card tone="caution" border radius={2} padding={4}>
      <Stack gap={4}>
        <Text size={1} weight="semibold">
          You typed this on {formatDateTime(left.at)}, and it was not saved.{' '}
          {left.why ?? 'The document has changed since.'}
        </Text>
        <ChangeList
          type={type}
          values={values}
          changes={lost}
          sides={{ before: 'Now', after: 'Yours' }}
          choices={choices}
        />
        <Flex gap={2}>
          {isRestorable && (
            <Button text="Restore what I typed" tone="primary" onClick={() => restore(left)} />
          )}
          <Button text="Copy it" mode="ghost" onClick={copy} />
          <Button text="Throw it away" mode="bleed" onClick={() => forget(left)} />
        </Flex>
      </Stack>
    </Card>
  );
}

function typedSince(base: LocalEdit['fields'], value: LocalEdit['fields']): UnsavedFields {
  return { fields: changedFields(base, value), base: changedFields(value, base) };
}

function reasonOf(status: unknown): string {
  switch (status) {
    case 401:
    case 403:
      return 'You may not change this document any more. Copy it, then reload the page.';
    case 404:
    case 409:
      return 'Somebody has deleted or replaced the document meanwhile.';
    case 413:
      return 'It is more than can be stored at once. Put it in again in smaller parts.';
    default:
      return 'The content store did not take it.';
  }
}

function Away() {
  return (
    <Card
      tone="caution"
      border
      radius={2}
      padding={3}
      role="status"
      style={{ position: 'sticky', top: 0, zIndex: 9 }}
    >
      <Text size={1}>
        {navigator.onLine ? 'There is no connection.' : 'You are offline.'} What you type is kept in this
        browser and saved when you are back.
      </Text>
    </Card>
  );
}

function onConnection(tell: () => void) {
  const following = merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).subscribe(tell);
  return () => following.unsubscribe();
}

type OnRefused = (edited: LocalEdit['fields'], status: unknown) => void;

/** Whether a document is stored, or cannot be for now; `onRefused` hears of final refusals. */
function useStorage(id: string, type: string, key: string, onRefused: OnRefused) {
  const { pair } = useDocumentStore();
  const told = useRef(onRefused);
  told.current = onRefused;
  const [isStored, setStored] = useState(true);
  const [isLate, setLate] = useState(false);
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  useEffect(() => {
    const states = pair.consistencyStatus(getPublishedId(id), type, getVersionFromId(id));
    const stored = states.pipe(filter(Boolean));
    const following = states.subscribe(setStored);
    following.add(stored.subscribe(() => storeLocally(key, undefined)));
    const refused = rejections.pipe(filter((refusal) => refusal.id === id));
    const telling = refused.subscribe(({ edited, status }) => told.current(edited, status));
    return () => {
      // Storing continues after the form is closed.
      stored.pipe(take(1)).subscribe(() => {
        storeLocally(key, undefined);
        telling.unsubscribe();
      });
      following.unsubscribe();
    };
  }, [pair, id, type, key]);
  useEffect(() => {
    const timer = isStored ? undefined : setTimeout(() => setLate(true), offlineNoticeDelay);
    setLate(false);
    return () => clearTimeout(timer);
  }, [isStored]);
  return { isStored, isAway: isLate || !isOnline };
}

/** Gives back a list item that somebody else removes while it is open here. */
function useRemovals({ value, focusPath, schemaType }: ObjectInputProps, id: string, giveBack: GiveBack) {
  const { pair } = useDocumentStore();
  const open = useRef({ value, focusPath, giveBack });
  useEffect(() => {
    open.current = { value, focusPath, giveBack };
  });
  useEffect(() => {
    const events = pair.documentEvents(getPublishedId(id), schemaType.name, getVersionFromId(id));
    const following = events.subscribe((event) => {
      const isOthers = event.type === 'rebase' || (event.type === 'mutation' && event.origin === 'remote');
      if (!isOthers || !event.document || event.version === 'published') return;
      const {
        value: before,
        focusPath: [name, ...path],
        giveBack: give,
      } = open.current;
      if (typeof name !== 'string') return;
      const now = event.document[name];
      const whole = withItemRestored(before?.[name], now, path);
      if (whole) give({ fields: { [name]: whole }, base: { [name]: now } }, removedMeanwhile);
    });
    return () => following.unsubscribe();
  }, [pair, id, schemaType.name]);
}
