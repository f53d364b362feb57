import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GettingStarted } from '#web/app/getting-started.tsx';
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
