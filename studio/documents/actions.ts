import type { DocumentActionComponent, DocumentActionsContext } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { isSingleton } from '#studio/singletons.ts';
import { checkedPublish } from './checked-publish.tsx';
import { freshDuplicate } from './fresh-duplicate.ts';
import { checkedRemoval } from './removal.tsx';
import { sharePreview, stopSharing } from './share-preview.ts';
import { takeOverPublished } from './take-over.ts';

/**
 * Actions on a singleton. The site needs it, so it is never deleted or unpublished, and nothing would read a duplicate.
 * An allow list also keeps out actions that later versions add.
 */
const singletonActions: ReadonlySet<string | undefined> = new Set([
  'publish',
  'schedule',
  'discardChanges',
  'discardVersion',
  'restore',
]);

/** The actions that a document of a type offers: what goes live or leaves the site is checked first. */
export function documentActions(
  actions: DocumentActionComponent[],
  { schemaType, versionType }: DocumentActionsContext,
): DocumentActionComponent[] {
  const offered = actions.filter(({ action }) => !isSingleton(schemaType) || singletonActions.has(action));
  // In a release the rules of the form check; a page leaves the site by hand, since its visitors are then led elsewhere.
  if (versionType === 'version' || versionType === 'scheduled-draft')
    return [...offered.filter(({ action }) => action !== 'unpublishVersion'), takeOverPublished];
  const checked = offered.map((action) => {
    switch (action.action) {
      case 'publish':
      case 'schedule':
        return checkedPublish(action);
      case 'unpublish':
      case 'delete':
        return checkedRemoval(action, action.action);
      case 'duplicate':
        return freshDuplicate(action);
      default:
        return action;
    }
  });
  return isPageType(schemaType) ? [...checked, sharePreview, stopSharing] : checked;
}
