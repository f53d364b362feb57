import type { DocumentActionComponent, DocumentActionsContext } from 'sanity';
import { isSingleton } from '#studio/singletons.ts';

/**
 * What can be done to a singleton. Its site cannot do without it, so it is never deleted or unpublished, and a
 * duplicate would be a document that nothing reads. A list of what is allowed keeps out actions of later versions.
 */
const singletonActions: ReadonlySet<string | undefined> = new Set(['publish', 'discardChanges', 'restore']);

export function documentActions(
  actions: DocumentActionComponent[],
  { schemaType }: DocumentActionsContext,
): DocumentActionComponent[] {
  return isSingleton(schemaType) ? actions.filter(({ action }) => singletonActions.has(action)) : actions;
}
