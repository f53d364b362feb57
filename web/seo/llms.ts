import { fillPlaceholders, placeholderValues } from '#schemas/placeholders.ts';
import type { Site } from '#web/content/types.ts';
import { absoluteUrl } from './page-description.ts';
import type { SitemapEntry } from './sitemap-pages.ts';

/** Maximum number of pages. The sitemap has all pages. */
const maxEntries = 200;

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Builds `/llms.txt` (llmstxt.org): the sitemap's pages with titles and descriptions, as Markdown for AI agents. */
export function llmsText(entries: readonly SitemapEntry[], site: Site, siteUrl: string): string {
  const lines = entries.slice(0, maxEntries).flatMap(({ url, title, description }) => {
    if (!title) return [];
    const name = oneLine(title).replaceAll(/[[\]]/g, '\\$&');
    return `- [${name}](${url})${description ? `: ${oneLine(description)}` : ''}`;
  });
  const text = [
    `# ${oneLine(site.agencyName)}`,
    `> ${oneLine(`${site.tagline} ${site.description}`)}`,
    `E-mail ${site.email}, phone and WhatsApp ${site.phone}.`,
    'Each page is also available as Markdown: request it with the header `Accept: text/markdown`.',
    '## Pages',
    lines.join('\n'),
    '## Optional',
    `- [All addresses](${absoluteUrl(siteUrl, '/sitemap.xml')})`,
  ].join('\n\n');
  return `${fillPlaceholders(text, placeholderValues(site))}\n`;
}
