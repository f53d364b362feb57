import type { ReactNode } from 'react';
import type { Thing, WebPageLeaf } from 'schema-dts';
import type { PageType } from '#schemas/paths.ts';
import type { ComposedPage, Content, PageQuery, Site } from '#web/content/types.ts';
import type { PageContext } from '#web/seo/page-description.ts';

type ContentOf<Type extends PageType> = Extract<Content, { _type: Type }>;

/** Page properties that a document type computes. The others come from the content. */
type ComposedContent = Omit<ComposedPage, 'path' | 'content' | 'template' | 'parents'>;

export type DocumentProps<Type extends PageType> = {
  content: ContentOf<Type>;
  page: ComposedPage;
  site: Site;
  query?: PageQuery | undefined;
  /** Set if they stand below the first section. */
  breadcrumbs?: ReactNode;
};

export type StructuredData = {
  /** Properties merged into the page's `WebPage` node. */
  webPage?: Partial<Omit<WebPageLeaf, '@type'>> & { '@type'?: 'AboutPage' | 'ContactPage' };
  nodes?: Thing[];
};

/** Definition of a document type in `schemas/documents` whose documents have their own pages. */
export type DocumentDefinition<Type extends PageType> = {
  /** Values of the placeholders specific to a document. */
  placeholders?: (content: ContentOf<Type>) => Record<string, string>;
  /** Computes the page from content whose placeholders are filled. */
  compose: (content: ContentOf<Type>) => ComposedContent;
  /** Renders everything between the breadcrumbs and the footer. */
  render: (props: DocumentProps<Type>) => ReactNode;
  structuredData?: (content: ContentOf<Type>, described: PageContext) => StructuredData;
};
