import type { Metadata } from 'next';
import { draftMode } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageShell } from '#web/app/page-shell.tsx';
import { Breadcrumbs } from '#web/components/site-frame/breadcrumbs.tsx';
import { findPage } from '#web/content/find-page.ts';
import { pictureSource } from '#web/content/image.ts';
import type { ComposedPage, PageQuery, Site } from '#web/content/types.ts';
import { findDefinition } from '#web/documents/index.ts';
import { siteSettings } from '#web/env.ts';
import { decodeUri } from '#web/http/decode-uri.ts';
import { preview } from '#web/preview/preview.tsx';
import { addMarkers } from '#web/preview/source-markers.ts';
import { findCityPath } from '#web/sections/city-links/city-finder.tsx';
import { submittedValueTitle } from '#web/sections/enquiry-value/enquiry-value.tsx';
import { submittedTitle } from '#web/sections/tender-tool/tender-tool.tsx';
import { JsonLd } from '#web/seo/json-ld.tsx';
import { pageMetadata } from '#web/seo/metadata.ts';
import { listBreadcrumbs } from '#web/seo/page-description.ts';
import { shareImageSize } from '#web/seo/share-image-address.ts';
import { pageGraph } from '#web/seo/structured-data/graph.ts';

export type Props = { params: Promise<{ path?: string[] }> };
type SearchParams = Record<string, string | string[] | undefined>;

async function readPath({ params }: Props): Promise<string> {
  const { path = [] } = await params;
  return `/${path.map((part) => decodeUri(part) ?? part).join('/')}`;
}

const flattenQuery = (query: SearchParams): PageQuery =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0] ?? '']));

export async function readMetadata(props: Props, query: SearchParams = {}): Promise<Metadata> {
  const found = await findPage(await readPath(props));
  if (!found) return { robots: { index: false } };
  const { site, page } = found;
  const { siteUrl, allowIndexing } = siteSettings();
  const picture = pictureSource(page.content.seo?.image ?? site.defaultSeo?.image, {
    maxWidth: shareImageSize.width,
    aspect: shareImageSize.width / shareImageSize.height,
    isRaster: true,
  });
  const metadata = pageMetadata(page, site, { siteUrl, allowIndexing, picture });
  if (Object.keys(query).length === 0) return metadata;
  const asked = flattenQuery(query);
  const submitted = submittedTitle(page.sections, asked) ?? submittedValueTitle(page.sections, asked);
  return {
    ...metadata,
    ...(submitted ? { title: { absolute: `${submitted} | ${page.name}` } } : {}),
    robots: { index: false, follow: allowIndexing },
  };
}

/** `query`: the query parameters, if the page depends on them. */
export async function contentPage(props: Props, query: SearchParams = {}) {
  const { isEnabled: isPreview } = await draftMode();
  const asked = flattenQuery(query);
  const path = await readPath(props);
  const isInGulf = asked.in === 'gulf';
  const found = await findPage(path, isPreview ? addMarkers : undefined, isInGulf);
  // `proxy.ts` found the page a moment ago, so it has been unpublished since.
  if (!found) notFound();
  const city = await findCityPath(found.page.sections, asked);
  if (city) redirect(city);
  const indexed = isPreview ? null : isInGulf ? await findPage(path) : found;
  const page = (
    <ContentPage {...found} query={asked}>
      {indexed && <StructuredData {...indexed} />}
    </ContentPage>
  );
  return isPreview ? preview(page, found.values) : page;
}

type ContentPageProps = { site: Site; page: ComposedPage; query: PageQuery; children: ReactNode };

function ContentPage({ site, page, query, children }: ContentPageProps) {
  const { content } = page;
  const breadcrumbs = <Breadcrumbs crumbs={listBreadcrumbs(page, site)} label={site.breadcrumbLabel} />;
  const isBelow =
    content._type === 'cityPage' || (content._type === 'page' && content.breadcrumbs === 'below');
  return (
    <PageShell site={site} path={page.path}>
      {children}
      {isBelow ? null : breadcrumbs}
      {findDefinition(content._type).render({ content, page, site, query, ...(isBelow && { breadcrumbs }) })}
    </PageShell>
  );
}

function StructuredData({ page, site }: { page: ComposedPage; site: Site }) {
  try {
    return <JsonLd graph={pageGraph(page, site, siteSettings().siteUrl)} />;
  } catch (error) {
    console.error(`${page.path} has no structured data, since its documents are incomplete:`, error);
    return null;
  }
}
