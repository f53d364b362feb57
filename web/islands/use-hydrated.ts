import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import { hydratedEvent } from '#web/inline-scripts/island-events.ts';

const noSubscription = () => () => {};

/** Whether React runs in the form: false on the server and while hydrating. Then lets go of what the loader has held. */
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
