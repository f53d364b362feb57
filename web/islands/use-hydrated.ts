import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import { hydratedEvent } from '#web/inline-scripts/island-events.ts';

const noSubscription = () => () => {};

/** Returns whether the form is hydrated (false on the server). Notifies the loader, which then submits a held form. */
export function useHydrated(form: RefObject<HTMLFormElement | null>): boolean {
  const isHydrated = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  useEffect(() => {
    if (isHydrated) form.current?.dispatchEvent(new Event(hydratedEvent, { bubbles: true }));
  }, [isHydrated, form]);
  return isHydrated;
}
