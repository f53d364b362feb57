import { isSame } from '../merge.ts';
import { isDraft, isInternalType, isPublicId, publishedId, type SanityDocument } from '../store/document.ts';
import type { DocumentChange } from '../store/transaction.ts';
import type { SignedIn } from './principal.ts';

/** What assistants may not write in addition to what their person may not write. */
export type AssistantLimits = {
  /** GROQ filter of documents that assistants do not change. */
  closed: string;
  /** Names of fields, at any depth, that only people fill in. */
  peopleOnly: string[];
};

/** Returns the principal of a person's assistant. It reads published documents and drafts, and writes drafts only. */
export function assistantOf(
  person: SignedIn,
  { id, name }: { id: string; name: string },
  { closed, peopleOnly }: AssistantLimits,
): SignedIn {
  const grants = person.role.grants.flatMap((grant) => {
    const has = (permission: string) => grant.permissions.some((one) => one === permission);
    const writes = (['create', 'update'] as const).filter(has);
    return [
      ...(has('read') ? [{ ...grant, permissions: ['read' as const] }] : []),
      ...(writes.length > 0
        ? [{ ...grant, filter: `(${grant.filter}) && !(${closed})`, permissions: writes }]
        : []),
    ];
  });
  const narrowed = {
    name: 'assistant',
    title: 'Assistant',
    description: `Writes drafts for ${person.name}`,
    grants,
  };
  return { kind: 'assistant', id, name, role: narrowed, credentialId, peopleOnly };
}

/** Returns whether a change writes a draft, or a review, whose entries `requireApprovals` checks. */
export function mayAssistantWrite(
  { peopleOnly = [] }: SignedIn,
  { id, before, after }: DocumentChange,
  published: SanityDocument | null,
): boolean {
  if (!after) return false;
  const isDraftOfContent = isDraft(id) && isPublicId(publishedId(id)) && !isInternalType(after._type);
  const known = [before, published].flatMap((state) => valuesOf(state, peopleOnly));
  return (
    (isDraftOfContent || after._type === 'review') &&
    isSame(after._system, (before ?? published)?._system) &&
    valuesOf(after, peopleOnly).every((value) => known.some((one) => isSame(one, value)))
  );
}

/** Returns the values of all fields with one of the names, at any depth. */
function valuesOf(value: unknown, names: string[]): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    names.includes(name) ? [child] : valuesOf(child, names),
  );
}
