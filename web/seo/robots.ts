/** Disallows everything unless the site is public, otherwise only Studio, API, receipts and statements. */
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
