import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { failedEvent } from '#web/inline-scripts/island-events.ts';

/**
 * Hydrates every island of this name with the properties that `island.tsx` rendered it with. React empties one whose error
 * it cannot get over: the loader then puts the server's in its place.
 */
export function hydrate<Props extends object>(name: string, Form: ComponentType<Props>): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`))
    hydrateRoot(element, createElement(Form, JSON.parse(element.dataset.props ?? '{}')), {
      onUncaughtError(error) {
        console.error(error);
        element.dispatchEvent(new Event(failedEvent));
      },
      // React would make it an error of the window, which the loader takes for the end of the island.
      onRecoverableError: (error) => console.error(error),
    });
}
