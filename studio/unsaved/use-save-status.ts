import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { filter, fromEvent, merge, take } from 'rxjs';
import { getPublishedId, getVersionFromId, useDocumentStore } from 'sanity';
import { storeLocally } from './local-edits.ts';
import { type Rejection, rejections } from './sanity-mutator.ts';

/** Milliseconds before the form says that edits are not saved yet. */
const offlineNoticeDelay = 3_000;

type OnRejected = (rejection: Rejection) => void;

/**
 * Tracks whether a document's edits are saved, and deletes their local copy under `key` once they are. `isOffline` is
 * true while saving is late or the browser is offline. Calls `onRejected` when edits are rejected for good.
 */
export function useSaveStatus(id: string, type: string, key: string, onRejected: OnRejected) {
  const isSaved = useIsSaved(id, type, key, onRejected);
  const [isLate, setLate] = useState(false);
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  useEffect(() => {
    const timer = isSaved ? undefined : setTimeout(() => setLate(true), offlineNoticeDelay);
    setLate(false);
    return () => clearTimeout(timer);
  }, [isSaved]);
  return { isSaved, isOffline: isLate || !isOnline };
}

function useIsSaved(id: string, type: string, key: string, onRejected: OnRejected): boolean {
  const { pair } = useDocumentStore();
  const latestOnRejected = useRef(onRejected);
  latestOnRejected.current = onRejected;
  const [isSaved, setSaved] = useState(true);
  useEffect(() => {
    const states = pair.consistencyStatus(getPublishedId(id), type, getVersionFromId(id));
    const saved = states.pipe(filter(Boolean));
    const subscription = states.subscribe(setSaved);
    subscription.add(saved.subscribe(() => storeLocally(key, undefined)));
    const rejected = rejections
      .pipe(filter((rejection) => rejection.id === id))
      .subscribe((rejection) => latestOnRejected.current(rejection));
    return () => {
      // Saving continues after the form is closed.
      saved.pipe(take(1)).subscribe(() => {
        storeLocally(key, undefined);
        rejected.unsubscribe();
      });
      subscription.unsubscribe();
    };
  }, [pair, id, type, key]);
  return isSaved;
}

function onConnectionChange(listener: () => void) {
  const subscription = merge(fromEvent(window, 'online'), fromEvent(window, 'offline')).subscribe(listener);
  return () => subscription.unsubscribe();
}
