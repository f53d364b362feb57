import { Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { filter, fromEvent, merge, take } from 'rxjs';
import {
  getPublishedId,
  getVersionFromId,
  type ObjectInputProps,
  set,
  unset,
  useCurrentUser,
  useDocumentStore,
} from 'sanity';
import { textOf } from '#schemas/property.ts';
import { changedFields, differingWords } from './differences.ts';
import { findKept, type Kept, keep, keyOf } from './kept-edits.ts';

/** Milliseconds after which what is not stored yet is worth a word. */
const lateAfter = 3_000;

const inWords = (at: string) =>
  new Date(at).toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' });

/**
 * Keeps what is typed in the browser until it is stored, brings it back after the tab was closed, and says so. Where the
 * document has changed meanwhile, it asks.
 */
export function UnsavedEdits({ value = {}, schemaType, readOnly, onChange }: ObjectInputProps) {
  const toast = useToast();
  const person = useCurrentUser()?.id ?? '';
  const id = (textOf(value, '_id') ?? '').replace(/^drafts\./, '');
  const key = keyOf(person, id);
  const state = useStorage(id, schemaType.name, key);
  const [left, setLeft] = useState<Kept>();
  const stored = useRef(value);
  const isReady = !readOnly && id !== '';

  useEffect(() => {
    if (state.isStored) stored.current = value;
    else
      keep(key, {
        at: new Date().toISOString(),
        rev: textOf(stored.current, '_rev'),
        fields: changedFields(stored.current, value),
      });
  }, [key, value, state.isStored]);

  const forget = (kept: Kept) => {
    keep(kept.key, undefined);
    setLeft(undefined);
  };
  const restore = (kept: Kept) => {
    onChange(
      Object.entries(kept.fields).map(([name, field]) =>
        field === null ? unset([name]) : set(field, [name]),
      ),
    );
    forget(kept);
    toast.push({ status: 'success', title: `What you typed on ${inWords(kept.at)} is back` });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, in the document as it is then.
  useEffect(() => {
    if (!isReady) return;
    findKept(person, id).then((kept) => {
      if (!kept) return;
      if (Object.keys(changedFields(value, { ...value, ...kept.fields })).length === 0) forget(kept);
      else if (kept.rev === textOf(value, '_rev')) restore(kept);
      else setLeft(kept);
    });
  }, [isReady, id]);

  const lost = left && Object.entries(changedFields(value, { ...value, ...left.fields }));
  if (left && lost?.length)
    return (
      <Card tone="caution" border radius={2} padding={4}>
        <Stack gap={4}>
          <Text size={1} weight="semibold">
            You typed this on {inWords(left.at)}, and it was not saved. The document has changed since.
          </Text>
          {lost.map(([name, field]) => {
            const [now, yours] = differingWords(value[name], field);
            return (
              <Stack key={name} gap={3}>
                <Text size={1} muted>
                  {schemaType.fields.find((one) => one.name === name)?.type.title}
                </Text>
                <Text size={1} textOverflow="ellipsis">
                  Now: {now}
                </Text>
                <Text size={1} textOverflow="ellipsis">
                  Yours: {yours}
                </Text>
              </Stack>
            );
          })}
          <Flex gap={2}>
            <Button text="Restore what I typed" tone="primary" onClick={() => restore(left)} />
            <Button text="Throw it away" mode="bleed" onClick={() => forget(left)} />
          </Flex>
        </Stack>
      </Card>
    );
  if (!state.isAway) return null;
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

/** Whether all of a document is stored, or cannot be. */
function useStorage(id: string, type: string, key: string) {
  const { pair } = useDocumentStore();
  const [isStored, setStored] = useState(true);
  const [isLate, setLate] = useState(false);
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  useEffect(() => {
    const states = pair.consistencyStatus(getPublishedId(id), type, getVersionFromId(id));
    const stored = states.pipe(filter(Boolean));
    const following = states.subscribe(setStored);
    following.add(stored.subscribe(() => keep(key, undefined)));
    return () => {
      // It goes on being stored after the form was left.
      stored.pipe(take(1)).subscribe(() => keep(key, undefined));
      following.unsubscribe();
    };
  }, [pair, id, type, key]);
  useEffect(() => {
    const timer = isStored ? undefined : setTimeout(() => setLate(true), lateAfter);
    setLate(false);
    return () => clearTimeout(timer);
  }, [isStored]);
  return { isStored, isAway: isLate || !isOnline };
}
