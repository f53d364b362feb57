/**
 * The text of `robots.txt`. A site that is not for the public is closed to all robots; otherwise all may come, but not
 * to the Studio, the API and receipts, which hold nothing to find.
 */
export function robotsText({ siteUrl, allowIndexing }: { siteUrl: string; allowIndexing: boolean }): string {
  if (!allowIndexing) return 'User-agent: *\nDisallow: /\n';
  const closed = ['/api/', '/studio', '/receipt/'];
  return [
    'User-agent: *',
    'Allow: /',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
