import type { MetadataRoute } from 'next';
import { siteSettings } from '#web/env.ts';

export const dynamic = 'force-dynamic';

/** Builds `robots.txt`. A site that is not public disallows everything. */
export default function robots(): MetadataRoute.Robots {
  const { siteUrl, allowIndexing } = siteSettings();
  if (!allowIndexing) return { rules: { userAgent: '*', disallow: '/' } };
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: ['/api/', '/studio', '/pay-online/receipt/', '/pay-online/statement/'],
    },
    sitemap: `${siteUrl}/sitemap.xml`,
  };
}
