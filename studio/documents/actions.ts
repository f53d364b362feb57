import type { DocumentActionComponent, DocumentActionsContext } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { isSingleton } from '#studio/content/singletons.ts';
import { checkedDiscard } from './checked-discard.tsx';
import { checkedPublish } from './checked-publish.tsx';
import { freshDuplicate } from './fresh-duplicate.ts';
import { mergePublished } from './merge-published.tsx';
import { checkedRemoval } from './removal.tsx';
import { sharePreview, stopSharing } from './share-preview.ts';

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
    return [...offered.filter(({ action }) => action !== 'unpublishVersion'), mergePublished];
  const actionsHere = offered.map(withCheckCached);
  return isPageType(schemaType) ? [...actionsHere, sharePreview, stopSharing] : actionsHere;
}

const cache = new WeakMap<DocumentActionComponent, DocumentActionComponent>();

/** The same component each time: the Studio would close the dialog of another one, for example when a draft begins. */
function withCheckCached(action: DocumentActionComponent): DocumentActionComponent {
  const cached = cache.get(action) ?? withCheck(action);
  cache.set(action, cached);
  return cached;
}

function withCheck(action: DocumentActionComponent): DocumentActionComponent {
  switch (action.action) {
    case 'publish':
    case 'schedule':
      return checkedPublish(action);
    case 'unpublish':
    case 'delete':
      return checkedRemoval(action, action.action);
    case 'discardChanges':
      return checkedDiscard(action);
    case 'duplicate':
      return freshDuplicate(action);
    default:
      return action;
  }
}
