import { isSame } from '../merge.ts';
import { isDraft, isInternalType, isPublicId, publishedId, type SanityDocument } from '../store/document.ts';
import type { DocumentChange } from '../store/transaction.ts';
import type { SignedIn } from './principal.ts';

/** An assistant (an AI program) of a person. */
export type Assistant = { id: string; name: string; person: SignedIn };

export type AssistantLimits = {
  /** GROQ filter of documents that assistants do not change. */
  closed: string;
  /** Names of fields, at any depth, that only people fill in. */
  peopleOnly: string[];
};

/** Returns an assistant's principal: its person's role without history and management. It sees and writes less, too. */
export function toAssistantPrincipal(
  { id, name, person }: Assistant,
  { closed, peopleOnly }: AssistantLimits,
): SignedIn {
  const grants = person.role.grants.flatMap(({ permissions, filter, ...rest }) => [
    { ...rest, filter, permissions: permissions.filter((one) => one === 'read') },
    {
      ...rest,
      filter: `(${filter}) && !(${closed})`,
      permissions: permissions.filter((one) => one === 'create' || one === 'update'),
    },
  ]);
  const role = { name: 'assistant', title: 'Assistant', description: 'Writes drafts', grants };
  return { kind: 'assistant', id, name, role, credentialId: person.credentialId, peopleOnly };
}

/** Returns whether a change writes a draft of content or a review, whose entries `requireApprovals` checks. */
export function mayAssistantWrite(
  { peopleOnly = [] }: SignedIn,
  { id, before, after }: DocumentChange,
  published: SanityDocument | null,
): boolean {
  if (!after) return false;
  const isDraftOfContent = isDraft(id) && isPublicId(publishedId(id)) && !isInternalType(after._type);
  const known = [before, published].flatMap((state) => collectValues(state, peopleOnly));
  return (
    (isDraftOfContent || after._type === 'review') &&
    isSame(after._system, (before ?? published)?._system) &&
    collectValues(after, peopleOnly).every((value) => known.some((one) => isSame(one, value)))
  );
}

/** Returns the values of all fields with one of the names, at any depth. */
function collectValues(value: unknown, names: string[]): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    names.includes(name) ? [child] : collectValues(child, names),
  );
}
