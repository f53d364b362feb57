import { ClientError } from '@sanity/client';
import type { SchemaType } from 'sanity';
import { readDocument } from '#studio/content/read-document.ts';
import { checkDraft, effectsIn, prepareDraft, type Services } from '#studio/documents/check-draft.ts';
import { removeDocument } from '#studio/documents/removal.tsx';
import { type Effect, effectsOf } from '#studio/publishing/effects.ts';
import { loadSiteContext, type SiteContext } from '#studio/publishing/site-context.ts';
import { lacksApproval } from '#studio/review/review.ts';
import type { ListedDocument } from './listed-document.ts';

export const kinds = ['publish', 'unpublish', 'delete'] as const;
export type Kind = (typeof kinds)[number];

/** Returns whether a document has the version that an action changes. */
export function isOffered(kind: Kind, { hasDraft, isPublished }: ListedDocument): boolean {
  if (kind === 'publish') return hasDraft;
  return isPublished || (kind === 'delete' && hasDraft);
}

/** A checked action on one document. An effect of severity `error` forbids it. */
interface Checked {
  effects: Effect[];
  /** The site, with the pages that visitors can be redirected to. Only for a removal. */
  context?: SiteContext;
  run?(target: string): Promise<unknown>;
}

export const refused = (text: string): Checked => ({ effects: [{ severity: 'error', text }] });

/** Checks an action as the document's form does, with the document and the site as they are now. */
export async function checkAction(
  kind: Kind,
  id: string,
  schemaType: SchemaType,
  services: Services,
): Promise<Checked> {
  const { client, currentUser: user } = services;
  const { draft, published } = await readDocument(client, id);
  if (kind === 'publish') {
    if (!draft) return refused('Somebody has published or discarded this draft.');
    if (await lacksApproval(client, draft, user?.id))
      return refused('Somebody else must approve this text before it is published.');
    const result = await checkDraft({ draft, published, schemaType }, services);
    const effects = effectsIn(result);
    if (result.kind === 'invalid') return { effects };
    const run = async () => {
      const ifDraftRevisionId = await prepareDraft({ draft, published }, result, services);
      const ids = { draftId: draft._id, publishedId: id, ifDraftRevisionId };
      await client.action({
        actionType: 'sanity.action.document.publish',
        ...ids,
        ...(published && { ifPublishedRevisionId: published._rev }),
      });
    };
    return { effects, run };
  }
  if (!(kind === 'unpublish' ? published : (draft ?? published)))
    return refused('Somebody has unpublished or deleted this document.');
  const change = { id, type: schemaType.name, before: published, after: null };
  const context = await loadSiteContext(client, change);
  const run = (target: string) => removeDocument(client, kind, id, { context, target, user });
  return { effects: effectsOf(change, context), context, run };
}

/** Runs an action if a new check finds the confirmed effects only. Returns why it failed; undefined if it succeeded. */
export async function runAction(
  confirmed: Effect[],
  check: Promise<Checked>,
  target: string,
): Promise<string | undefined> {
  try {
    const { effects, run } = await check;
    if (!run || JSON.stringify(effects) !== JSON.stringify(confirmed))
      return 'Its effects on the site are different now. Try again to see them.';
    await run(target);
    return undefined;
  } catch (error) {
    const status = error instanceof ClientError ? error.statusCode : 0;
    if (status === 409) return 'Somebody has just changed it. Try again.';
    if (status === 403) return 'Your role does not allow this, or somebody must approve the text first.';
    return 'The connection was lost, or the server refused the change. Try again.';
  }
}
