import { pictureSource } from '#web/content/image.ts';
import type { ArticleContent } from '#web/content/types.ts';
import type { StructuredData } from '#web/documents/define-document.ts';
import { absoluteUrl, type DescribedPage, describePage } from '#web/seo/page-description.ts';
import { organizationId, pageNodeId, refer } from '#web/seo/structured-data/node-ids.ts';

/** Pixels: Google wants at least so many across. */
const imageWidth = 1200;

/** An article with who wrote it and who answers for it. */
export function articleData(content: ArticleContent, { page, site, siteUrl }: DescribedPage): StructuredData {
  const { description, canonical, modifiedAt } = describePage(page, site, siteUrl);
  const id = pageNodeId(siteUrl, page.path, 'article');
  const publisher = refer(organizationId(siteUrl));
  const image = pictureSource(content.cover, { maxWidth: imageWidth });
  const { name, kind, role } = content.author;
  return {
    webPage: { mainEntity: refer(id) },
    nodes: [
      {
        '@type': 'Article',
        '@id': id,
        headline: content.title,
        ...(description ? { description } : {}),
        ...(image ? { image: absoluteUrl(siteUrl, image.src) } : {}),
        datePublished: content.publishedAt,
        dateModified: modifiedAt,
        author:
          kind === 'person'
            ? { '@type': 'Person', name, jobTitle: role, worksFor: publisher }
            : {
                '@type': 'Organization',
                name,
                url: absoluteUrl(siteUrl, '/'),
                parentOrganization: publisher,
              },
        publisher,
        url: canonical,
        inLanguage: 'en-IN',
        isPartOf: refer(pageNodeId(siteUrl, page.path, 'webpage')),
        mainEntityOfPage: refer(pageNodeId(siteUrl, page.path, 'webpage')),
      },
    ],
  };
}
