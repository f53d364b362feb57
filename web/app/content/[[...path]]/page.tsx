import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GettingStarted } from '#web/app/getting-started.tsx';
import { PageShell } from '#web/app/page-shell.tsx';
import { editAttributes } from '#web/app/preview/edit-attributes.ts';
import { Breadcrumbs } from '#web/components/site-frame/breadcrumbs.tsx';
import { findPage } from '#web/content/find-page.ts';
import { pictureSource } from '#web/content/image.ts';
import type { Site } from '#web/content/types.ts';
import { showDocument } from '#web/documents/index.ts';
import { siteSettings } from '#web/env.ts';
import { JsonLd } from '#web/seo/json-ld.tsx';
import { pageMetadata } from '#web/seo/metadata.ts';
import { breadcrumbsOf, type ShownPage } from '#web/seo/page-description.ts';
import { shareImageSize } from '#web/seo/share-image-address.ts';
import { pageGraph } from '#web/seo/structured-data/graph.ts';

type Props = { params: Promise<{ path?: string[] }> };

/** Rendered when it is first asked for and kept until something on it is published, or for an hour. */
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
  const picture = pictureSource(page.content.seo?.image ?? page.picture ?? site.defaultSeo?.image, {
    maxWidth: shareImageSize.width / 2,
    aspect: shareImageSize.width / shareImageSize.height,
  });
  return pageMetadata(page, site, { siteUrl, allowIndexing, picture });
}

export default async function Page(props: Props) {
  const found = await findPage(await pathOf(props));
  // `proxy.ts` lets no other path come here; this one was taken back a moment ago.
  if (!found) notFound();
  return found.page ? <ContentPage site={found.site} page={found.page} /> : <GettingStarted />;
}

/** A page of the site in its frame. */
async function ContentPage({ site, page }: { site: Site; page: ShownPage }) {
  const edit = await editAttributes(page);
  return (
    <PageShell site={site} path={page.path}>
      <StructuredData page={page} site={site} />
      <Breadcrumbs crumbs={breadcrumbsOf(page, site)} label={site.breadcrumbLabel} />
      {showDocument(page.content, { page, site, edit })}
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
