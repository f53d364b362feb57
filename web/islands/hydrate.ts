import { type ComponentType, createElement } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { failedEvent, hydratingEvent } from '#web/inline-scripts/island-events.ts';

/** Hydrates all islands of this name. */
export function hydrate<Props extends object>(name: string, Form: ComponentType<Props>): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`))
    start(element, Form);
}

/** React empties an island on a fatal error. The loader restores its HTML, the first time for another start. */
function start<Props extends object>(element: HTMLElement, Form: ComponentType<Props>): void {
  element.dispatchEvent(new Event(hydratingEvent));
  // In the same task, so that no translation changes the restored HTML before.
  const root = flushSync(() =>
    hydrateRoot(element, createElement(Form, JSON.parse(element.dataset.props ?? '{}')), {
      onUncaughtError(error) {
        console.error(error);
        // React is still working here, and may report more errors.
        queueMicrotask(() => {
          if (element.hasChildNodes()) return;
          root.unmount();
          if (!element.dispatchEvent(new Event(failedEvent, { cancelable: true }))) start(element, Form);
        });
      },
      // By default, React reports the error to the window, and the loader would treat the island as failed.
      onRecoverableError: (error) => console.error(error),
    }),
  );
}
