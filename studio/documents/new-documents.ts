import type { NewDocumentOptionsResolver } from 'sanity';
import { editsOpeningsOnly, seesPaymentsOnly } from '#studio/access/roles.ts';
import { isSingleton } from '#studio/content/singletons.ts';

/** Limits the "Create" menus: no second singleton, only openings for HR, nothing for finance. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options, { currentUser }) =>
  options.filter(({ templateId }) => {
    if (isSingleton(templateId) || seesPaymentsOnly(currentUser)) return false;
    return !editsOpeningsOnly(currentUser) || templateId === 'jobOpening';
  });
