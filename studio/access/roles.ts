import { type Capability, may } from '#roles';

export type User = { roles: { name: string }[] } | null | undefined;

/** Returns whether a user has a capability. The Studio hides things; the site and the content API enforce access. */
export const userMay = (user: User, capability: Capability) =>
  may(user?.roles.map(({ name }) => name) ?? [], capability);

export const editsOpeningsOnly = (user: User) =>
  userMay(user, 'editOpenings') && !userMay(user, 'editContent');

export const seesPaymentsOnly = (user: User) =>
  userMay(user, 'handlePayments') && !userMay(user, 'readContent');

export const readsOnly = (user: User) => userMay(user, 'readContent') && !userMay(user, 'editOpenings');
