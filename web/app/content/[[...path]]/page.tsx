import type { Metadata } from 'next';
import { draftMode } from 'next/headers';
import { notFound } from 'next/navigation';
import { GettingStarted } from '#web/app/getting-started.tsx';
import { PageShell } from '#web/app/page-shell.tsx';
import { Breadcrumbs } from '#web/components/site-frame/breadcrumbs.tsx';
import { findPage } from '#web/content/find-page.ts';
import { pictureSource } from '#web/content/image.ts';
import type { Site } from '#web/content/types.ts';
import { showDocument } from '#web/documents/index.ts';
import { siteSettings } from '#web/env.ts';
import { mark } from '#web/preview/marks.ts';
import { preview } from '#web/preview/preview.tsx';
import { JsonLd } from '#web/seo/json-ld.tsx';
import { pageMetadata } from '#web/seo/metadata.ts';
import { breadcrumbsOf, type ShownPage } from '#web/seo/page-description.ts';
import { shareImageSize } from '#web/seo/share-image-address.ts';
import { pageGraph } from '#web/seo/structured-data/graph.ts';

type Props = { params: Promise<{ path?: string[] }> };

/** Rendered on the first request and cached until its content changes, or for an hour. */
export const dynamic = 'force-static';
export const revalidate = 3600;
export const generateStaticParams = () => [];

async function pathOf({ params }: Props): Promise<string> {
  const { path = [] } = await params;
  return `/${path.map(decoded).join('/')}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const found = await findPage(await pathOf(props));
  if (!found?.page) return { title: 'Getting started', robots: { index: false } };
  const { site, page } = found;
  const { siteUrl, allowIndexing } = siteSettings();
  const picture = pictureSource(page.content.seo?.image ?? site.defaultSeo?.image, {
    maxWidth: shareImageSize.width,
    aspect: shareImageSize.width / shareImageSize.height,
  });
  return pageMetadata(page, site, { siteUrl, allowIndexing, picture });
}

export default async function Page(props: Props) {
  const { isEnabled: isPreview } = await draftMode();
  const found = await findPage(await pathOf(props), isPreview ? mark : undefined);
  // `proxy.ts` found it a moment ago; it was unpublished since.
  if (!found) notFound();
  if (!found.page) return <GettingStarted />;
  const page = <ContentPage {...found} isPreview={isPreview} />;
  return isPreview ? preview(page, found.values) : page;
}

function ContentPage({ site, page, isPreview }: { site: Site; page: ShownPage; isPreview: boolean }) {
  return (
    <PageShell site={site} path={page.path}>
      {isPreview ? null : <StructuredData page={page} site={site} />}
      <Breadcrumbs crumbs={breadcrumbsOf(page, site)} label={site.breadcrumbLabel} />
      {showDocument(page.content, { page, site })}
    </PageShell>
  );
}

function StructuredData({ page, site }: { page: ShownPage; site: Site }) {
  try {
    return <JsonLd graph={pageGraph(page, site, siteSettings().siteUrl)} />;
  } catch (error) {
    console.error(`${page.path} has no structured data, since its documents are incomplete:`, error);
    return null;
  }
}
