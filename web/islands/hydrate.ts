import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { failedEvent } from '#web/inline-scripts/island-events.ts';

/** Hydrates all islands of this name. React empties an island on a fatal error, and the loader restores its HTML. */
export function hydrate<Props extends object>(name: string, Form: ComponentType<Props>): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`))
    hydrateRoot(element, createElement(Form, JSON.parse(element.dataset.props ?? '{}')), {
      onUncaughtError(error) {
        console.error(error);
        element.dispatchEvent(new Event(failedEvent));
      },
      // By default, React reports the error to the window, and the loader would treat the island as failed.
      onRecoverableError: (error) => console.error(error),
    });
}
