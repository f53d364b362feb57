import type { DocumentActionComponent, DocumentActionsContext } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { isSingleton } from '#studio/singletons.ts';
import { checkedPublish } from './checked-publish.tsx';
import { freshDuplicate } from './fresh-duplicate.ts';
import { checkedRemoval } from './removal.tsx';
import { sharePreview, stopSharing } from './share-preview.ts';
import { takeOverPublished } from './take-over.tsx';

/** The site needs its singletons. An allow list also keeps out actions of later Studio versions. */
const singletonActions: ReadonlySet<string | undefined> = new Set([
  'publish',
  'schedule',
  'discardChanges',
  'discardVersion',
  'restore',
]);

export function documentActions(
  actions: DocumentActionComponent[],
  { schemaType, versionType }: DocumentActionsContext,
): DocumentActionComponent[] {
  const offered = actions.filter(({ action }) => !isSingleton(schemaType) || singletonActions.has(action));
  // Releases are checked by validation. Unpublishing is manual, since it asks for a redirect.
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
