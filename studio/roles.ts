import type { CurrentUser } from 'sanity';

type User = Pick<CurrentUser, 'roles'> | null | undefined;

function hasRole(user: User, ...names: string[]): boolean {
  return user?.roles.some(({ name }) => names.includes(name)) ?? false;
}

/** Whether a user may use the tools that can read and break everything. */
export const isAdministrator = (user: User) => hasRole(user, 'administrator');

/** Whether a user sees who has written to the agency. The site enforces it. */
export const answersEnquiries = (user: User) => hasRole(user, 'administrator', 'editor');

/** Whether a user edits job openings only. The content API enforces it; the Studio hides the rest. */
export const editsOpeningsOnly = (user: User) =>
  hasRole(user, 'hr') && !hasRole(user, 'administrator', 'editor');

/** Whether a user sees payments and no content. The content API and the site enforce it; the Studio hides the rest. */
export const seesPaymentsOnly = (user: User) =>
  hasRole(user, 'finance') && !hasRole(user, 'administrator', 'editor', 'hr');

/** Whether a user may look and change nothing. */
export const readsOnly = (user: User) =>
  hasRole(user, 'viewer') && !hasRole(user, 'administrator', 'editor', 'hr');
