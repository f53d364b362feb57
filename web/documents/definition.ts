import type { ReactNode } from 'react';
import type { Thing, WebPageLeaf } from 'schema-dts';
import type { PageType } from '#schemas/paths.ts';
import type { Asked, Content, ShownPage, Site } from '#web/content/types.ts';
import type { PageContext } from '#web/seo/page-description.ts';

type ContentOf<Type extends PageType> = Extract<Content, { _type: Type }>;

/** The rest is found in the content itself. */
type ComposedPage = Omit<ShownPage, 'path' | 'content' | 'template' | 'parents'>;

export type DocumentProps<Type extends PageType> = {
  content: ContentOf<Type>;
  page: ShownPage;
  site: Site;
  asked?: Asked | undefined;
};

export type StructuredData = {
  /** Merged into the page's `WebPage` node. */
  webPage: Partial<Omit<WebPageLeaf, '@type'>> & { '@type'?: 'AboutPage' | 'ContactPage' | 'CollectionPage' };
  nodes: Thing[];
};

/** A document type of `schemas/documents` with pages of its own. */
export type DocumentDefinition<Type extends PageType> = {
  /** Placeholders specific to this document. */
  placeholders?: (content: ContentOf<Type>) => Record<string, string>;
  /** Gets content with its placeholders filled. */
  compose: (content: ContentOf<Type>) => ComposedPage;
  /** Everything between the breadcrumbs and the footer. */
  render: (props: DocumentProps<Type>) => ReactNode;
  structuredData: (content: ContentOf<Type>, described: PageContext) => StructuredData;
};
