import type { NewDocumentOptionsResolver } from 'sanity';
import { editsOpeningsOnly, seesPaymentsOnly } from '#studio/roles.ts';
import { isSingleton } from '#studio/singletons.ts';

/** The entries of "Create" menus: no second singleton, to the HR role only openings, to finance nothing. */
export const newDocumentOptions: NewDocumentOptionsResolver = (options, { currentUser }) =>
  options.filter(({ templateId }) => {
    if (isSingleton(templateId) || seesPaymentsOnly(currentUser)) return false;
    return !editsOpeningsOnly(currentUser) || templateId === 'jobOpening';
  });
