import type { CurrentUser } from 'sanity';

type User = Pick<CurrentUser, 'roles'> | null | undefined;

function hasRole(user: User, name: string): boolean {
  return user?.roles.some((role) => role.name === name) ?? false;
}

/** Whether a user may use the tools that can read and break everything. */
export function isAdministrator(user: User): boolean {
  return hasRole(user, 'administrator');
}

/** Whether a user edits job openings only. The content API enforces it; the Studio hides the rest. */
export function editsOpeningsOnly(user: User): boolean {
  return hasRole(user, 'hr') && !isAdministrator(user) && !hasRole(user, 'editor');
}

/** Whether a user sees payments and no content. The content API and the site enforce it; the Studio hides the rest. */
export function seesPaymentsOnly(user: User): boolean {
  return (
    hasRole(user, 'finance') && !isAdministrator(user) && !hasRole(user, 'editor') && !hasRole(user, 'hr')
  );
}
