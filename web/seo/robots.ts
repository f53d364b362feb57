/** Builds `robots.txt`. A site that is not public disallows everything. */
export function robotsText({ siteUrl, allowIndexing }: { siteUrl: string; allowIndexing: boolean }): string {
  if (!allowIndexing) return 'User-agent: *\nDisallow: /\n';
  const closed = ['/api/', '/studio', '/pay-online/receipt/', '/pay-online/statement/'];
  return [
    'User-agent: *',
    'Allow: /',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
