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
import { inWords } from '#studio/content/differences.ts';
import { placeIn } from '#studio/content/fields.ts';
import { type Effect, effectsOf } from './effects.ts';
import { type PublishedSince, publishedSince } from './published-since.ts';
import { surroundingsOf } from './surroundings.ts';

/** A version's two rules share one request. */
const underWay = new WeakMap<SanityDocument, Promise<Effect[]>>();

const isDocument = (type: SchemaTypeDefinition): type is DocumentDefinition => type.type === 'document';

/** Adds the publishing checks within releases: `refused` keeps a release from running, `look` warns. */
export function checkedInReleases(type: SchemaTypeDefinition): SchemaTypeDefinition {
  if (!isDocument(type)) return type;
  const own = type.validation;
  return {
    ...type,
    validation: (rule: DocumentRule, context?: ValidationContext) =>
      [
        own ? own(rule, context) : rule,
        rule.custom((_, context) => found('refused', context)),
        rule.custom((_, context) => found('look', context)).warning(),
      ].flat(),
  };
}

async function found(weight: Effect['weight'], { document, getClient, type }: ValidationContext) {
  const release = getVersionFromId(document?._id ?? '');
  if (!document || !release) return true;
  const effects = underWay.get(document) ?? effectsIn(release, document, getClient({ apiVersion }), type);
  underWay.set(document, effects);
  const texts = (await effects.finally(() => underWay.delete(document)))
    .filter((effect) => effect.weight === weight)
    .map(({ text }) => text);
  return texts.length === 0 || texts.join(' ');
}

/** Effects of a version on the site as the whole release leaves it. */
async function effectsIn(
  release: string,
  document: SanityDocument,
  client: SanityClient,
  type: SchemaType | undefined,
) {
  const id = getPublishedId(document._id);
  const before = await client.withConfig({ perspective: 'published' }).getDocument(id);
  const change = { id, type: document._type, before, after: document, isLater: true };
  const [around, since] = await Promise.all([
    surroundingsOf(client, change, [release]),
    publishedSince(client, document, before),
  ]);
  return [...effectsOf(change, around), ...(since ? [undoing(since, type)] : [])];
}

function undoing(
  { by, at, conflicts, missing, merged }: PublishedSince,
  type: SchemaType | undefined,
): Effect {
  const values = [merged(), merged(() => true)];
  const titles = [...conflicts, ...missing].map(({ path }) => (type ? placeIn(type, values, path) : path[0]));
  const text = `${by} published another ${[...new Set(titles)].join(', ')} on ${inWords(at)}, and this would undo it. Choose “Take over what was published” in the menu of this document; its own changes stay.`;
  return { weight: 'refused', text };
}
