import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Hydrates every island of this name with the properties that `island.tsx` rendered it with. */
export function hydrate<Props extends object>(name: string, Form: ComponentType<Props>): void {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`))
    hydrateRoot(element, createElement(Form, JSON.parse(element.dataset.props ?? '{}')));
}
