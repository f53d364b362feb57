import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { failedEvent } from '#web/inline-scripts/island-events.ts';

/** Hydrates all islands of a name. React empties one on a fatal error: the loader restores the markup. */
export function hydrate<Props extends object>(name: string, Form: ComponentType<Props>): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`))
    hydrateRoot(element, createElement(Form, JSON.parse(element.dataset.props ?? '{}')), {
      onUncaughtError(error) {
        console.error(error);
        element.dispatchEvent(new Event(failedEvent));
      },
      // React's default reports it to the window, which the loader takes for a failed island.
      onRecoverableError: (error) => console.error(error),
    });
}
