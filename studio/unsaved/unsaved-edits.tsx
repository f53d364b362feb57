import { Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
import { changedFields, differingWords, inWords, withRemoved, wordsOf } from './differences.ts';
import { findKept, type Kept, keep, keyOf, refusedKeyOf } from './kept-edits.ts';
import { reasonOf, refusals } from './refused-edits.ts';

type GiveBack = (fields: Kept['fields'], why: string) => void;

/** Milliseconds before unsaved edits are mentioned. */
const lateAfter = 3_000;

/**
 * Keeps edits in the browser until they are stored and restores them after the tab was closed. Asks where the document
 * changed meanwhile or the edits were refused.
 */
export function UnsavedEdits({ children, ...props }: ObjectInputProps & { children: ReactNode }) {
  const { value = {}, schemaType, readOnly, onChange } = props;
  const toast = useToast();
  const person = useCurrentUser()?.id ?? '';
  const id = (textOf(value, '_id') ?? '').replace(/^drafts\./, '');
  const key = keyOf(person, id);
  const [left, setLeft] = useState<Kept>();
  const [isForbidden, setForbidden] = useState(false);
  const rev = textOf(value, '_rev');
  const stored = useRef({ value, rev });
  const giveBack: GiveBack = (fields, why) => {
    const all = { ...left?.fields, ...fields };
    if (Object.keys(all).length === 0) return;
    const kept = { key: refusedKeyOf(person, id), at: new Date().toISOString(), fields: all, why };
    keep(kept.key, kept);
    setLeft(kept);
    toast.push({
      status: 'error',
      title: 'What you typed was not saved',
      description: why,
      duration: 20_000,
    });
  };
  const copy = (lost: [string, unknown][]) =>
    navigator.clipboard
      .writeText(lost.map(([, field]) => wordsOf(field)).join('\n\n'))
      .then(() => toast.push({ status: 'success', title: 'Copied' }));
  const state = useStorage(id, schemaType.name, key, (edited, status) => {
    setForbidden(status === 401 || status === 403);
    giveBack(changedFields(stored.current.value, edited), reasonOf(status));
  });
  useRemovals(props, id, giveBack);
  const isReady = !readOnly && id !== '';

  useEffect(() => {
    // The form shows edits slightly before they count as unsaved.
    if (state.isStored && rev !== stored.current.rev) stored.current = { value, rev };
    if (!state.isStored)
      keep(key, {
        at: new Date().toISOString(),
        rev: stored.current.rev,
        fields: changedFields(stored.current.value, value),
      });
  }, [key, value, rev, state.isStored]);

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
    if (id === '') return;
    findKept(person, id).then((kept) => {
      if (!kept || !(isReady || kept.why)) return;
      if (Object.keys(changedFields(value, { ...value, ...kept.fields })).length === 0) forget(kept);
      else if (!kept.why && kept.rev === rev) restore(kept);
      else setLeft(kept);
    }, console.error);
  }, [isReady, id]);

  const lost = left ? Object.entries(changedFields(value, { ...value, ...left.fields })) : [];
  return (
    <>
      {left && lost.length > 0 ? (
        <Card tone="caution" border radius={2} padding={4}>
          <Stack gap={4}>
            <Text size={1} weight="semibold">
              You typed this on {inWords(left.at)}, and it was not saved.{' '}
              {left.why ?? 'The document has changed since.'}
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
              {!readOnly && !isForbidden && (
                <Button text="Restore what I typed" tone="primary" onClick={() => restore(left)} />
              )}
              <Button text="Copy it" mode="ghost" onClick={() => copy(lost)} />
              <Button text="Throw it away" mode="bleed" onClick={() => forget(left)} />
            </Flex>
          </Stack>
        </Card>
      ) : (
        state.isAway && <Away />
      )}
      <div inert={isForbidden}>{children}</div>
    </>
  );
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

type OnRefused = (edited: Kept['fields'], status: unknown) => void;

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
    following.add(stored.subscribe(() => keep(key, undefined)));
    const refused = refusals.pipe(filter((refusal) => refusal.id === id));
    const telling = refused.subscribe(({ edited, status }) => told.current(edited, status));
    return () => {
      // Storing continues after the form is closed.
      stored.pipe(take(1)).subscribe(() => {
        keep(key, undefined);
        telling.unsubscribe();
      });
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
      const whole = withRemoved(before?.[name], event.document[name], path);
      if (whole) give({ [name]: whole }, 'Somebody removed it while you were in it.');
    });
    return () => following.unsubscribe();
  }, [pair, id, schemaType.name]);
}
