import type { SanityClient } from '@sanity/client';
import type {
  DocumentDefinition,
  DocumentRule,
  SanityDocument,
  SchemaTypeDefinition,
  ValidationContext,
} from 'sanity';
import { apiVersion } from '#studio/api-version.ts';
import { type Effect, effectsOf } from './effects.ts';
import { surroundingsOf } from './surroundings.ts';

const versionId = /^versions\.([^.]+)\.(.+)$/;

/** Both rules of a version wait for the same answer. */
const underWay = new WeakMap<SanityDocument, Promise<Effect[]>>();

const isDocument = (type: SchemaTypeDefinition): type is DocumentDefinition => type.type === 'document';

/**
 * Documents of a type are checked in a release as on publishing, beside the type's own rules: what breaks pages keeps the
 * release from running, and what wants to be looked at is shown beside it.
 */
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

async function found(weight: Effect['weight'], { document, getClient }: ValidationContext) {
  const [, release, id] = versionId.exec(document?._id ?? '') ?? [];
  if (!document || !release || !id) return true;
  const effects = underWay.get(document) ?? effectsIn(release, id, document, getClient({ apiVersion }));
  underWay.set(document, effects);
  const texts = (await effects.finally(() => underWay.delete(document)))
    .filter((effect) => effect.weight === weight)
    .map(({ text }) => text);
  return texts.length === 0 || texts.join(' ');
}

/** What a version does to the site as the whole release leaves it. */
async function effectsIn(release: string, id: string, document: SanityDocument, client: SanityClient) {
  const before = await client.withConfig({ perspective: 'published' }).getDocument(id);
  const change = { id, type: document._type, before, after: document, isLater: true };
  return effectsOf(change, await surroundingsOf(client, change, [release]));
}
