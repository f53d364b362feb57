import type { DocumentActionComponent, DocumentActionsContext } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { isSingleton } from '#studio/content/singletons.ts';
import { askForCheck, publishAfterApproval } from '#studio/review/ask.tsx';
import { checkedDiscard } from './checked-discard.tsx';
import { checkedPublish } from './checked-publish.tsx';
import { checkedRestore } from './checked-restore.tsx';
import { freshDuplicate } from './fresh-duplicate.ts';
import { mergePublished } from './merge-published.tsx';
import { moveSchedule } from './move-schedule.tsx';
import { checkedRemoval } from './removal.tsx';
import { sharePreview, stopSharing } from './share-preview.ts';

type ActionName = DocumentActionComponent['action'];

/** Actions for documents that the site always needs. */
const singletonActions: ActionName[] = ['publish', 'schedule', 'discardChanges', 'discardVersion', 'restore'];

/**
 * Actions for all other documents. The list leaves out those for Sanity Canvas: the Studio runs every action on each
 * keystroke. It also leaves out actions that new Studio versions add.
 */
const documentActionNames: ActionName[] = [
  ...singletonActions,
  'unpublish',
  'unpublishVersion',
  'duplicate',
  'delete',
];

/** The last actions in the menu, so that nobody selects them by accident. */
const removals: ActionName[] = ['unpublish', 'discardChanges', 'delete'];

/** Returns a document's actions, with checks around those that change the site. */
export function documentActions(
  actions: DocumentActionComponent[],
  { schemaType, versionType }: DocumentActionsContext,
): DocumentActionComponent[] {
  const names = isSingleton(schemaType) ? singletonActions : documentActionNames;
  const offered = actions.filter(({ action }) => names.includes(action));
  // Validation (`release-rules.ts`) checks releases. It cannot ask for a redirect, so releases do not offer Unpublish.
  if (versionType === 'version' || versionType === 'scheduled-draft') {
    const moving = versionType === 'scheduled-draft' ? [moveSchedule] : [];
    const onVersion = offered.filter(({ action }) => action !== 'unpublishVersion');
    return [...moving, ...onVersion, mergePublished, askForCheck];
  }
  const isRemoval = ({ action }: DocumentActionComponent) => removals.includes(action);
  const sharing = isPageType(schemaType) ? [sharePreview, stopSharing] : [];
  const others = offered.filter((one) => !isRemoval(one)).map(withCheckCached);
  return [...others, askForCheck, ...sharing, ...offered.filter(isRemoval).map(withCheckCached)];
}

const cache = new WeakMap<DocumentActionComponent, DocumentActionComponent>();

/** Caches the component. A new component, for example for a new draft, would make the Studio close an open dialog. */
function withCheckCached(action: DocumentActionComponent): DocumentActionComponent {
  const cached = cache.get(action) ?? withCheck(action);
  cache.set(action, cached);
  return cached;
}

function withCheck(action: DocumentActionComponent): DocumentActionComponent {
  switch (action.action) {
    case 'publish':
      return publishAfterApproval(checkedPublish(action));
    case 'schedule':
      return checkedPublish(action);
    case 'unpublish':
    case 'delete':
      return checkedRemoval(action, action.action);
    case 'discardChanges':
      return checkedDiscard(action);
    case 'restore':
      return checkedRestore(action);
    case 'duplicate':
      return freshDuplicate(action);
    default:
      return action;
  }
}
