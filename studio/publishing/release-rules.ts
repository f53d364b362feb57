import type { SanityClient } from '@sanity/client';
import { getPublishedId, getVersionFromId } from '@sanity/client/csm';
import type {
  DocumentDefinition,
  DocumentRule,
  SanityDocument,
  SchemaType,
  SchemaTypeDefinition,
  ValidationContext,
} from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { fieldTitle } from '#studio/content/fields.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { type Effect, effectsOf } from './effects.ts';
import { type PublishedChanges, publishedSince } from './published-since.ts';
import { loadSiteContext } from './site-context.ts';

/** Effects being computed for a version, so that its two rules share one request. */
const pendingEffects = new WeakMap<SanityDocument, Promise<Effect[]>>();

export const isDocument = (type: SchemaTypeDefinition): type is DocumentDefinition =>
  type.type === 'document';

/** Adds the publishing checks to a type's validation within releases. Effects of severity `error` block the release. */
export function withReleaseRules(type: SchemaTypeDefinition): SchemaTypeDefinition {
  if (!isDocument(type)) return type;
  const own = type.validation;
  return {
    ...type,
    validation: (rule: DocumentRule, context?: ValidationContext) =>
      [
        own ? own(rule, context) : rule,
        rule.custom((_, context) => textsWith('error', context)),
        rule.custom((_, context) => textsWith('warning', context)).warning(),
      ].flat(),
  };
}

async function textsWith(severity: Effect['severity'], { document, getClient, type }: ValidationContext) {
  const release = getVersionFromId(document?._id ?? '');
  if (!document || !release) return true;
  const effects =
    pendingEffects.get(document) ?? effectsInRelease(release, document, getClient({ apiVersion }), type);
  pendingEffects.set(document, effects);
  const texts = (await effects.finally(() => pendingEffects.delete(document)))
    .filter((effect) => effect.severity === severity)
    .map(({ text }) => text);
  return texts.length === 0 || texts.join(' ');
}

/** Returns the effects of a version on the site as it will be after the whole release. */
async function effectsInRelease(
  release: string,
  document: SanityDocument,
  client: SanityClient,
  type: SchemaType | undefined,
) {
  const id = getPublishedId(document._id);
  const before = await client.withConfig({ perspective: 'published' }).getDocument(id);
  const change = { id, type: document._type, before, after: document, isLater: true };
  const [siteContext, since] = await Promise.all([
    loadSiteContext(client, change, [release]),
    publishedSince(client, document, before),
  ]);
  return [...effectsOf(change, siteContext), ...(since ? [revertError(since, type)] : [])];
}

function revertError(
  { by, at, conflicts, missing, merged }: PublishedChanges,
  type: SchemaType | undefined,
): Effect {
  const values = [merged(), merged(() => true)];
  const titles = [...conflicts, ...missing].map(({ path }) =>
    type ? fieldTitle(type, values, path) : path[0],
  );
  const text = `${by} published a change to ${[...new Set(titles)].join(', ')} on ${formatTime(at)}, and this version would undo it. Select “Merge published changes” in the menu of this document. Its own changes are kept.`;
  return { severity: 'error', text };
}
