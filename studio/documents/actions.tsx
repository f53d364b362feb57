import type {
  DocumentActionComponent,
  DocumentActionDescription,
  DocumentActionProps,
  DocumentActionsContext,
  DuplicateDocumentActionComponent,
} from 'sanity';
import { today } from '#schemas/days.ts';
import { isPageType } from '#schemas/paths.ts';
import { isSingleton } from '#studio/content/singletons.ts';
import { askForCheck, useApproval } from '#studio/review/ask.tsx';
import { useCheckedPublish } from './checked-publish.tsx';
import { mergePublished } from './merge-published.tsx';
import { useCheckedRemoval } from './removal.tsx';
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
    const onVersion = offered.filter(({ action }) => action !== 'unpublishVersion');
    return [...onVersion, mergePublished, askForCheck];
  }
  const isRemoval = ({ action }: DocumentActionComponent) => removals.includes(action);
  const sharing = isPageType(schemaType) ? [sharePreview, stopSharing] : [];
  const others = offered.filter((one) => !isRemoval(one)).map(withCheckCached);
  return [...others, askForCheck, ...sharing, ...offered.filter(isRemoval).map(withCheckCached)];
}

/** A hook that runs an action of Sanity with its properties, and changes the result. */
type Wrapper = (
  action: DocumentActionComponent,
  props: DocumentActionProps,
) => DocumentActionDescription | null;

const wrappers: Partial<Record<NonNullable<ActionName>, Wrapper>> = {
  publish: useApprovedPublish,
  schedule: useCheckedPublish,
  unpublish: useCheckedRemoval,
  delete: useCheckedRemoval,
  duplicate: useFreshDuplicate,
};

const cache = new WeakMap<DocumentActionComponent, DocumentActionComponent>();

/** Caches the component. A new component, for example for a new draft, would make the Studio close an open dialog. */
function withCheckCached(action: DocumentActionComponent): DocumentActionComponent {
  const useWrapped = action.action && wrappers[action.action];
  if (!useWrapped) return action;
  const wrapped: DocumentActionComponent =
    cache.get(action) ?? ((props: DocumentActionProps) => useWrapped(action, props));
  wrapped.action = action.action;
  cache.set(action, wrapped);
  return wrapped;
}

/** Publishes after a check of the effects, or asks for an approval if one is missing. */
function useApprovedPublish(publish: DocumentActionComponent, props: DocumentActionProps) {
  return useApproval(useCheckedPublish(publish, props), props);
}

/** Duplicates without address and closing date, and with today as the date. */
function useFreshDuplicate(duplicate: DuplicateDocumentActionComponent, props: DocumentActionProps) {
  return duplicate({
    ...props,
    mapDocument: ({ slug, validThrough, datePosted, publishedAt, ...document }) => ({
      ...document,
      ...(datePosted ? { datePosted: today() } : {}),
      ...(publishedAt ? { publishedAt: today() } : {}),
    }),
  });
}
