import { type ExprNode, evaluateSync, parse } from 'groq-js';
import '../exact-paths.ts';
import { draftId, publishedId, type SanityDocument } from '../store/document.ts';
import { mutationError } from '../store/mutation-error.ts';
import type { DocumentChange } from '../store/transaction.ts';
import { kilobyte } from '../units.ts';
import { mayAssistantWrite } from './assistants.ts';
import { findGrants, type Principal, type SignedIn } from './principal.ts';
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

function grantsFor(
  principal: Parameters<typeof findGrants>[0],
  permission: Permission,
  document: SanityDocument,
) {
  return findGrants(principal).filter(
    (grant) => grant.permissions.includes(permission) && matches(grant.filter, document),
  );
}

export function mayUse(...asked: Parameters<typeof grantsFor>): boolean {
  return grantsFor(...asked).length > 0;
}

/** Returns whether a principal may create datasets and import with original timestamps. */
export function mayManage({ role }: SignedIn): boolean {
  return role.grants.some(({ permissions }) => permissions.includes('manage'));
}

/** Throws 403 for a role without write access, before the body is read. */
export function requireWriter(principal: SignedIn): SignedIn {
  const mayWrite = principal.role.grants.some(({ permissions }) =>
    permissions.some((permission) => permission === 'create' || permission === 'update'),
  );
  if (!mayWrite) throw insufficientPermissions('update', '');
  return principal;
}

/** Throws 403 unless the principal may change the stored document. Call it before the change is computed. */
export function requireMayUpdate(principal: Principal, document: SanityDocument) {
  if (!mayUse(principal, 'update', document)) throw insufficientPermissions('update', document._id);
}

/** Throws 403 for a change that is not allowed, 413 for a document above `maxBytes`. Deleting requires `update`. */
export function requireChangesAllowed(
  principal: SignedIn,
  changes: DocumentChange[],
  find: (id: string) => SanityDocument | null,
) {
  for (const change of changes) {
    const { id, before, after } = change;
    const permission: Permission = before ? 'update' : 'create';
    if (principal.kind === 'assistant' && !mayAssistantWrite(principal, change, find(publishedId(id))))
      throw insufficientPermissions(permission, id);
    // A draft replaces the published document in previews, so the principal must be allowed to change both.
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
  const description = `Document "${document._id}" is larger than ${most / kilobyte} kB, the limit for the role "${principal.role.title}"`;
  throw mutationError(413, 'validationError', document._id, description);
}

/** Returns a 403 as Sanity's API does. */
export function insufficientPermissions(permission: Permission, id: string) {
  const description = `Insufficient permissions; permission "${permission}" required`;
  return mutationError(403, 'insufficientPermissionsError', id, description, { permission });
}
