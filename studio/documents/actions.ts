import type { DocumentActionComponent, DocumentActionsContext } from 'sanity';
import { isSingleton } from '#studio/singletons.ts';
import { confirmingPublish } from './confirm-publish.ts';

/**
 * What can be done to a singleton. Its site cannot do without it, so it is never deleted or unpublished, and a
 * duplicate would be a document that nothing reads. A list of what is allowed keeps out actions of later versions.
 */
const singletonActions: ReadonlySet<string | undefined> = new Set(['publish', 'discardChanges', 'restore']);

/** The actions that a document of a type offers. */
export function documentActions(
  actions: DocumentActionComponent[],
  { schemaType }: DocumentActionsContext,
): DocumentActionComponent[] {
  if (!isSingleton(schemaType)) return actions;
  return actions
    .filter(({ action }) => singletonActions.has(action))
    .map((action) => (action.action === 'publish' ? confirmingPublish(action, schemaType) : action));
}
