import type { CurrentUser } from 'sanity';
import { type Capability, may } from '#roles';

export type User = Pick<CurrentUser, 'roles'> | null | undefined;

/** Whether a user may do this. The site and the content API enforce it; the Studio hides the rest. */
export const userMay = (user: User, capability: Capability) =>
  may(user?.roles.map(({ name }) => name) ?? [], capability);

/** Whether a user edits job openings only. */
export const editsOpeningsOnly = (user: User) =>
  userMay(user, 'editOpenings') && !userMay(user, 'editContent');

/** Whether a user sees payments and no content. */
export const seesPaymentsOnly = (user: User) =>
  userMay(user, 'handlePayments') && !userMay(user, 'readContent');

/** Whether a user may look and change nothing. */
export const readsOnly = (user: User) => userMay(user, 'readContent') && !userMay(user, 'editOpenings');
