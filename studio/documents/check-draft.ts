import type { SanityClient } from '@sanity/client';
import {
  type CurrentUser,
  getPublishedId,
  type Path,
  type SanityDocument,
  type SchemaType,
  validateDocument,
} from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { fieldTitle } from '#studio/content/fields.ts';
import { type Effect, effectsOf } from '#studio/publishing/effects.ts';
import { mergeSeen, type PublishedChanges, publishedSince } from '#studio/publishing/published-since.ts';
import { redirectMutations } from '#studio/publishing/redirects.ts';
import { loadSiteContext } from '#studio/publishing/site-context.ts';
import { formatTime } from '#studio/ui/labels.ts';

/** Milliseconds that the check may take between the click and publishing. */
const maxCheckTime = 30_000;

/** Changes to other content and to the site when a valid draft is published. */
export type Consequences = NonNullable<Awaited<ReturnType<typeof checkDraft>>>;

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

/** Works out the effects of a draft on the site. Returns undefined if it is invalid. Rejects after `maxCheckTime`. */
export async function checkDraft(
  { draft, published, schemaType, isLater = false }: Draft,
  { client, workspace, currentUser }: Services,
) {
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
  if (markers.some(({ level }) => level === 'error')) return undefined;
  // Reads wait until a lost connection is back. Publishing long after the click would surprise the editor.
  if (Date.now() - startedAt > maxCheckTime) throw new Error('The check took too long.');
  const effects = [...(since ? [overwriteWarning(since, schemaType)] : []), ...effectsOf(change, context)];
  const [from, to] = [documentPath(type, published), documentPath(type, draft)];
  const moves = !isLater && isPageType(type) && to !== null && from !== to;
  const redirects = moves ? redirectMutations(context.redirects, from, to) : [];
  return { effects, redirects, since, isMove: moves && from !== null };
}

/**
 * Prepares a checked draft for publishing: merges published changes, and stores redirects.
 */
export async function prepareDraft(
  { draft, isLater = false }: Pick<Draft, 'draft' | 'isLater'>,
  { since, redirects }: Consequences,
  client: SanityClient,
): Promise<void> {
  // Merges if the draft lacks published changes. In conflicts, publishing overwrites the published text anyway. For a
  // schedule, the merge also records that the author saw the published text.
  const lacksChanges = since && (isLater || since.missing.length > 0);
  if (lacksChanges) await mergeSeen(client, draft._id, since);
  if (redirects.length > 0) await client.mutate(redirects);
}

function overwriteWarning({ by, at, conflicts, merged }: PublishedChanges, type: SchemaType): Effect {
  const values = [merged(), merged(() => true)];
  const fields = conflicts.map(({ path }) => ({ title: fieldTitle(type, values, path), path }));
  const result =
    fields.length > 0 ? 'If you continue, your changes replace them here:' : 'These changes are kept.';
  const text = `${by} published other changes on ${formatTime(at)}, after this draft was started. ${result}`;
  return { severity: 'warning', text, fields };
}
