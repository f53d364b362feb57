import type { NewDocumentOptionsResolver } from 'sanity';
import { editsOpeningsOnly } from '#studio/roles.ts';
import { isSingleton } from '#studio/singletons.ts';

/** What the "Create" menus offer: no second singleton, and to the HR role only openings. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options, { currentUser }) =>
  options.filter(({ templateId }) => {
    if (isSingleton(templateId)) return false;
    return !editsOpeningsOnly(currentUser) || templateId === 'jobOpening';
  });
