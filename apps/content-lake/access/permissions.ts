import { type ExprNode, evaluateSync, parse } from 'groq-js';
import { draftId, publishedId, type SanityDocument } from '../store/document.ts';
import { mutationError } from '../store/mutation-error.ts';
import type { DocumentChange } from '../store/transaction.ts';
import { grantsOf, type Principal, type SignedIn } from './principal.ts';
import type { Permission } from './roles.ts';

const parsed = new Map<string, ExprNode>();

function matches(filter: string, document: SanityDocument): boolean {
  let tree = parsed.get(filter);
  if (!tree) {
    tree = parse(`*[${filter}]`);
    parsed.set(filter, tree);
  }
  const result: unknown = evaluateSync(tree, { dataset: [document] }).data;
  return Array.isArray(result) && result.length > 0;
}

/** The grants of a principal that allow this use of a document. */
function grantsFor(principal: Principal, permission: Permission, document: SanityDocument) {
  return grantsOf(principal).filter(
    (grant) => grant.permissions.includes(permission) && matches(grant.filter, document),
  );
}

/** Whether a principal's grants allow this use of a document. */
export function mayUse(principal: Principal, permission: Permission, document: SanityDocument): boolean {
  return grantsFor(principal, permission, document).length > 0;
}

/** Whether somebody looks after the lake as a whole: datasets, and imports with the times of what they bring. */
export function mayManage({ role }: SignedIn): boolean {
  return role.grants.some(({ permissions }) => permissions.includes('manage'));
}

/** Throws 403 for a role that writes nothing: so much is known before anything of a request is read. */
export function requireWriter(principal: SignedIn): SignedIn {
  const mayWrite = principal.role.grants.some(({ permissions }) =>
    permissions.some((permission) => permission === 'create' || permission === 'update'),
  );
  if (!mayWrite) throw insufficientPermissions('update', '');
  return principal;
}

/** Throws 403 unless a document may be changed as it is, which is asked before the change is computed. */
export function requireMayUpdate(principal: Principal, document: SanityDocument) {
  if (!mayUse(principal, 'update', document)) throw insufficientPermissions('update', document._id);
}

/**
 * Throws 403 unless every change is allowed, and 413 for a document that it would make too large; deleting counts as
 * updating. A draft takes the place of the published document in previews, so a change of the one must be allowed for
 * the other too. `find` looks after the transaction.
 */
export function requireChangesAllowed(
  principal: SignedIn,
  changes: DocumentChange[],
  find: (id: string) => SanityDocument | null,
) {
  for (const { id, before, after } of changes) {
    const permission: Permission = before ? 'update' : 'create';
    const states = [before, after, find(publishedId(id)), find(draftId(id))].filter(
      (state) => state !== null,
    );
    if (!states.every((state) => mayUse(principal, permission, state)))
      throw insufficientPermissions(permission, id);
    if (after) requireAllowedSize(principal, permission, after);
  }
}

function requireAllowedSize(principal: SignedIn, permission: Permission, document: SanityDocument) {
  const grants = grantsFor(principal, permission, document);
  const most = Math.max(...grants.map(({ maxBytes = Number.POSITIVE_INFINITY }) => maxBytes));
  if (most === Number.POSITIVE_INFINITY || Buffer.byteLength(JSON.stringify(document)) <= most) return;
  const description = `Document "${document._id}" is larger than ${most / 1024} kB, which is what the role "${principal.role.title}" may write`;
  throw mutationError(413, 'validationError', document._id, description);
}

/** 403 as Sanity's API words it for a transaction that the grants do not cover. */
export function insufficientPermissions(permission: Permission, id: string) {
  const description = `Insufficient permissions; permission "${permission}" required`;
  return mutationError(403, 'insufficientPermissionsError', id, description, { permission });
}
