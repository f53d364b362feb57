import type { Metadata } from 'next';
import { notFound, permanentRedirect, redirect } from 'next/navigation';
import { needsFrameworkScripts } from '#web/app/framework-scripts.ts';
import { GettingStarted } from '#web/app/getting-started.tsx';
import { NotFoundPage } from '#web/app/not-found-page.tsx';
import { UnavailablePage } from '#web/app/unavailable-page.tsx';
import { findPage } from '#web/content/find-page.ts';
import { pictureSource } from '#web/content/image.ts';
import { siteSettings } from '#web/env.ts';
import { pageMetadata } from '#web/seo/metadata.ts';
import { shareImageSize } from '#web/seo/share-image-address.ts';
import { ContentPage } from './content-page.tsx';

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
  if (found.kind === 'missing') return { title: found.site.notFoundText, robots: { index: false } };
  if (found.kind === 'unavailable') return { title: 'Back in a moment', robots: { index: false } };
  if (found.kind !== 'page') return { title: 'Getting started', robots: { index: false } };
  const { site, page } = found;
  const { siteUrl, allowIndexing } = siteSettings();
  const picture = pictureSource(page.content.seo?.image ?? site.defaultSeo?.image, {
    maxWidth: shareImageSize.width / 2,
    aspect: shareImageSize.width / shareImageSize.height,
  });
  return pageMetadata(page, site, { siteUrl, allowIndexing, picture });
}

export default async function Page(props: Props) {
  const path = await pathOf(props);
  const found = await findPage(path);
  switch (found.kind) {
    case 'redirect':
      return found.permanent ? permanentRedirect(found.to) : redirect(found.to);
    case 'unavailable':
      return <UnavailablePage path={path} />;
    case 'empty':
      return <GettingStarted />;
    case 'missing':
      // Next shows what `notFound` leads to only when its scripts run; without them the page carries the status itself.
      if (await needsFrameworkScripts()) notFound();
      return <NotFoundPage site={found.site} />;
    case 'page':
      return <ContentPage site={found.site} page={found.page} />;
  }
}
