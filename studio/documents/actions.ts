import type { DocumentActionComponent, DocumentActionsContext } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { isSingleton, type SingletonType } from '#studio/singletons.ts';
import { confirmingPublish } from './confirm-publish.ts';
import { useMoveQuestion } from './redirect-moved.ts';

/**
 * Actions on a singleton. The site needs it, so it is never deleted or unpublished, and nothing would read a duplicate.
 * An allow list also keeps out actions that later versions add.
 */
const singletonActions: ReadonlySet<string | undefined> = new Set(['publish', 'discardChanges', 'restore']);

/** What publishing a singleton changes. */
const consequences: Record<SingletonType, string> = {
  siteSettings: 'These settings are part of every page. All pages change as soon as they are published.',
  cityPageTemplate: 'This text is part of every city page. All of them change as soon as it is published.',
};

/** The actions that a document of a type offers. */
export function documentActions(
  actions: DocumentActionComponent[],
  { schemaType }: DocumentActionsContext,
): DocumentActionComponent[] {
  const asking = (useQuestion: Parameters<typeof confirmingPublish>[1]) =>
    actions.map((action) => (action.action === 'publish' ? confirmingPublish(action, useQuestion) : action));
  if (isPageType(schemaType)) return asking(useMoveQuestion);
  if (!isSingleton(schemaType)) return actions;
  const question = { message: consequences[schemaType], confirm: 'Publish' };
  return asking(() => question).filter(({ action }) => singletonActions.has(action));
}
