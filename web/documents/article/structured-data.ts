import type { ArticleLeaf } from 'schema-dts';
import { pictureSource } from '#web/content/image.ts';
import type { ArticleContent } from '#web/content/types.ts';
import type { StructuredData } from '#web/documents/definition.ts';
import { absoluteUrl, describePage, type PageContext } from '#web/seo/page-description.ts';
import { nodeRef, organizationId, pageNodeId } from '#web/seo/structured-data/node-ids.ts';

/** Pixels. Google requires at least 1200. */
const imageWidth = 1200;

/** Builds the `Article` node of an article or a case study. */
export function readingData(
  { title, cover }: Pick<ArticleContent, 'title' | 'cover'>,
  particulars: Partial<ArticleLeaf>,
  { page, site, siteUrl }: PageContext,
): StructuredData {
  const { description, canonical, modifiedAt } = describePage(page, site, siteUrl);
  const id = pageNodeId(siteUrl, page.path, 'article');
  const publisher = nodeRef(organizationId(siteUrl));
  const image = pictureSource(cover, { maxWidth: imageWidth, isRaster: true });
  return {
    webPage: { mainEntity: nodeRef(id) },
    nodes: [
      {
        '@type': 'Article',
        '@id': id,
        headline: title,
        ...(description ? { description } : {}),
        ...(image ? { image: absoluteUrl(siteUrl, image.src) } : {}),
        ...(modifiedAt ? { dateModified: modifiedAt } : {}),
        author: publisher,
        publisher,
        url: canonical,
        inLanguage: 'en-IN',
        mainEntityOfPage: nodeRef(pageNodeId(siteUrl, page.path, 'webpage')),
        ...particulars,
      },
    ],
  };
}

/** Builds an article's structured data with its author and date. */
export function articleData(content: ArticleContent, described: PageContext): StructuredData {
  const { person, kind, ...author } = content.author;
  const { name, role } = person ?? author;
  const isPerson = person !== null || kind === 'person';
  return readingData(
    content,
    {
      datePublished: content.publishedAt,
      author: isPerson
        ? { '@type': 'Person', name, ...(role ? { jobTitle: role } : {}) }
        : { '@type': 'Organization', name, url: absoluteUrl(described.siteUrl, '/') },
    },
    described,
  );
}
