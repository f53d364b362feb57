import type { Mutation, SanityClient } from '@sanity/client';
import { type CurrentUser, type SanityDocument, type SchemaType, validateDocument } from 'sanity';
import { fieldTitle } from '#studio/content/fields.ts';
import type { Change } from '#studio/publishing/change.ts';
import { type Effect, effectsOf, type Field } from '#studio/publishing/effects.ts';
import { type PublishedChanges, publishedSince } from '#studio/publishing/published-since.ts';
import { redirectMutations } from '#studio/publishing/redirects.ts';
import { loadSiteContext } from '#studio/publishing/site-context.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { findInvalidFields } from './validation.ts';

/** Milliseconds that the check may take between the click and publishing. */
const maxCheckTime = 30_000;

/** Result of the check before publishing. */
export type CheckResult =
  | { kind: 'invalid'; fields: Field[] }
  | { kind: 'effects'; effects: Effect[]; redirects: Mutation[]; since: PublishedChanges | undefined };

type Draft = {
  draft: SanityDocument;
  published: SanityDocument | null;
  schemaType: SchemaType;
  change: Change;
  /** The page's old path (null for a new page) and its new path, if they differ. */
  move: { from: string | null; to: string } | undefined;
};

type Services = {
  client: SanityClient;
  workspace: Parameters<typeof validateDocument>[0]['workspace'];
  currentUser: CurrentUser | null;
};

/** Validates a draft and works out its effects on the site. Rejects after `maxCheckTime`. */
export async function checkDraft(
  { draft, published, schemaType, change, move }: Draft,
  { client, workspace, currentUser }: Services,
): Promise<CheckResult> {
  const startedAt = Date.now();
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
  const redirects = move ? redirectMutations(context.redirects, move.from, move.to) : [];
  return { kind: 'effects', effects, redirects, since };
}

function overwriteWarning({ by, at, conflicts, merged }: PublishedChanges, type: SchemaType): Effect {
  const values = [merged(), merged(() => true)];
  const fields = conflicts.map(({ path }) => ({ title: fieldTitle(type, values, path), path }));
  const result =
    fields.length > 0 ? 'If you continue, your changes replace them here:' : 'These changes are kept.';
  const text = `${by} published other changes on ${formatTime(at)}, after this draft was started. ${result}`;
  return { severity: 'warning', text, fields };
}
