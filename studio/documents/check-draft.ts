import type { Mutation, SanityClient } from '@sanity/client';
import {
  type CurrentUser,
  getPublishedId,
  type Path,
  type SanityDocument,
  type SchemaType,
  validateDocument,
} from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { userMay } from '#studio/access/roles.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { fieldTitle } from '#studio/content/fields.ts';
import { keepDescriptions } from '#studio/pictures/uses.ts';
import { type Effect, effectsOf, type Field } from '#studio/publishing/effects.ts';
import { mergeSeen, type PublishedChanges, publishedSince } from '#studio/publishing/published-since.ts';
import { redirectMutations } from '#studio/publishing/redirects.ts';
import { loadSiteContext } from '#studio/publishing/site-context.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { findInvalidFields } from './validation.ts';

/** Milliseconds that the check may take between the click and publishing. */
const maxCheckTime = 30_000;

/** Changes to other content when a valid draft is published. */
interface Consequences {
  redirects: Mutation[];
  since: PublishedChanges | undefined;
}

/** Result of the check before publishing. */
export type CheckResult =
  | { kind: 'invalid'; fields: Field[] }
  | ({ kind: 'effects'; effects: Effect[]; isMove: boolean } & Consequences);

type Draft = {
  draft: SanityDocument;
  published: SanityDocument | null;
  schemaType: SchemaType;
  /** Whether the draft is published later, by a schedule. Then it creates no redirects. */
  isLater?: boolean;
};

export type Services = {
  client: SanityClient;
  workspace: Parameters<typeof validateDocument>[0]['workspace'];
  currentUser: CurrentUser | null;
};

/** Validates a draft and works out its effects on the site. Rejects after `maxCheckTime`. */
export async function checkDraft(
  { draft, published, schemaType, isLater = false }: Draft,
  { client, workspace, currentUser }: Services,
): Promise<CheckResult> {
  const startedAt = Date.now();
  const [id, type] = [getPublishedId(draft._id), draft._type];
  const titleOf = (path: Path) => fieldTitle(schemaType, [draft, published], path);
  const change = { id, type, before: published, after: draft, isLater, titleOf };
  const [markers, context, since] = await Promise.all([
    // The Studio may report the validation of an earlier revision under the draft's current revision (sanity-io/sanity,
    // `validation` of the document store), so the draft is validated here again.
    validateDocument({ document: draft, workspace, currentUser }),
    loadSiteContext(client, change),
    publishedSince(client, draft, published),
  ]);
  const fields = findInvalidFields(schemaType, draft, markers);
  if (fields.length > 0) return { kind: 'invalid', fields };
  // Reads wait until a lost connection is back. Publishing long after the click would surprise the editor.
  if (Date.now() - startedAt > maxCheckTime) throw new Error('The check took too long.');
  const effects = [...(since ? [overwriteWarning(since, schemaType)] : []), ...effectsOf(change, context)];
  const [from, to] = [documentPath(type, published), documentPath(type, draft)];
  const moves = !isLater && isPageType(type) && to !== null && from !== to;
  const redirects = moves ? redirectMutations(context.redirects, from, to) : [];
  return { kind: 'effects', effects, redirects, since, isMove: moves && from !== null };
}

/**
 * Prepares a checked draft for publishing: merges published changes, and stores redirects and descriptions of pictures.
 * Returns the draft's revision.
 */
export async function prepareDraft(
  { draft, published, isLater = false }: Omit<Draft, 'schemaType'>,
  { since, redirects }: Consequences,
  { client, currentUser }: Omit<Services, 'workspace'>,
): Promise<string> {
  // Merges if the draft lacks published changes. In conflicts, publishing overwrites the published text anyway. For a
  // schedule, the merge also records that the author saw the published text.
  const lacksChanges = since && (isLater || since.missing.length > 0);
  const revision = lacksChanges ? await mergeSeen(client, draft._id, since) : draft._rev;
  if (redirects.length > 0) await client.mutate(redirects);
  // Publishing does not wait for this: the descriptions are only offered elsewhere.
  if (userMay(currentUser, 'editContent')) keepDescriptions(client, published, draft).catch(() => undefined);
  return revision;
}

/** Returns what to tell the editor about a checked draft. */
export function effectsIn(result: CheckResult): Effect[] {
  if (result.kind === 'effects') return result.effects;
  const text = 'Fill in or correct these fields first:';
  return [{ severity: 'error', text, fields: result.fields }];
}

function overwriteWarning({ by, at, conflicts, merged }: PublishedChanges, type: SchemaType): Effect {
  const values = [merged(), merged(() => true)];
  const fields = conflicts.map(({ path }) => ({ title: fieldTitle(type, values, path), path }));
  const result =
    fields.length > 0 ? 'If you continue, your changes replace them here:' : 'These changes are kept.';
  const text = `${by} published other changes on ${formatTime(at)}, after this draft was started. ${result}`;
  return { severity: 'warning', text, fields };
}
