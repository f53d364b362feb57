import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import { hydratedEvent } from '#web/inline-scripts/island-events.ts';

const noSubscription = () => () => {};

/** Returns false on the server and during hydration. Then tells the loader, which submits the form if it was held. */
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
