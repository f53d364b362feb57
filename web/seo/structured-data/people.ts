import type { PersonLeaf } from 'schema-dts';
import { pictureSource } from '#web/content/image.ts';
import type { Person } from '#web/content/types.ts';
import { absoluteUrl } from '#web/seo/page-description.ts';
import { nodeRef, organizationId, personId } from './node-ids.ts';

/** Width in pixels. */
const portraitWidth = 640;

export function personNode({ _id, name, role, languages, picture }: Person, siteUrl: string): PersonLeaf {
  const image = pictureSource(picture, { maxWidth: portraitWidth });
  return {
    '@type': 'Person',
    '@id': personId(siteUrl, _id),
    name,
    jobTitle: role,
    knowsLanguage: languages,
    worksFor: nodeRef(organizationId(siteUrl)),
    ...(image ? { image: absoluteUrl(siteUrl, image.src) } : {}),
  };
}
