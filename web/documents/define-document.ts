import type { ReactNode } from 'react';
import type { Thing, WebPageLeaf } from 'schema-dts';
import { hrefFor, type PageType } from '#schemas/paths.ts';
import type { CityContent, Content, Site } from '#web/content/types.ts';
import type { DescribedPage, ShownPage } from '#web/seo/page-description.ts';

type ContentOf<Type extends PageType> = Extract<Content, { _type: Type }>;

/** The parts of a page: `template` and `parents` only where there are any. */
type Composed = Omit<ShownPage, 'path' | 'content' | 'template' | 'parents'> &
  Partial<Pick<ShownPage, 'template' | 'parents'>>;

export type DocumentProps<Type extends PageType> = {
  content: ContentOf<Type>;
  page: ShownPage;
  site: Site;
};

export type StructuredData = {
  /** Added to the page's `WebPage` node, or overriding it. */
  webPage: Partial<Omit<WebPageLeaf, '@type'>> & { '@type'?: 'AboutPage' | 'ContactPage' | 'CollectionPage' };
  /** Further nodes of the page's graph. */
  nodes: Thing[];
};

export type DocumentDefinition<Type extends PageType> = {
  /** Values of placeholders that only this document has. */
  placeholders?: (content: ContentOf<Type>) => Record<string, string>;
  /** The page as `ShownPage` describes it; placeholders in `content` are filled. */
  compose: (content: ContentOf<Type>) => Composed;
  /** Everything between the breadcrumbs and the footer. */
  show: (props: DocumentProps<Type>) => ReactNode;
  structuredData: (content: ContentOf<Type>, described: DescribedPage) => StructuredData;
};

/** Declares the site's half of a document with a page of its own; `schemas/documents` has the other half. */
export function defineDocument<const Type extends PageType>(
  _type: Type,
  definition: DocumentDefinition<Type>,
): DocumentDefinition<Type> {
  return definition;
}

/** The page that lists the documents of a type, as the one parent of theirs; none while it is not published. */
export function parentsOf(list: CityContent['parent']): ShownPage['parents'] {
  const path = hrefFor(list);
  return list && path ? [{ name: list.title, path }] : [];
}
