import { feedPath, hrefFor } from '#schemas/paths.ts';
import type { FeedQueryResult } from '#web/content/types.generated.ts';
import { escapeXml } from '#web/http/escape-markup.ts';
import { absoluteUrl, latest } from './page-description.ts';

type Feed = {
  title: string;
  /** Path of the page that lists the articles. */
  listPath: string;
  articles: FeedQueryResult['articles'];
  /** ISO 8601 time (UTC) of the site's last change, used for an empty feed. */
  updatedAt: string;
};

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
/** Converts an ISO date to midnight UTC. Returns a date with a time unchanged. */
const dateTime = (at: string) => (at.includes('T') ? at : `${at}T00:00:00Z`);
const link = (href: string, rel = 'alternate') => `<link rel="${rel}" href="${escapeXml(href)}"/>`;

/** Builds an Atom feed (RFC 4287). `siteUrl` has no trailing slash. */
export function articleFeed({ title, listPath, articles, updatedAt }: Feed, siteUrl: string): string {
  const entries = articles.flatMap((article) => {
    const path = hrefFor(article);
    if (!path) return [];
    const url = absoluteUrl(siteUrl, path);
    return [
      '<entry>',
      element('title', article.title),
      element('id', url),
      link(url),
      element('published', dateTime(article.publishedAt)),
      element('updated', dateTime(article.modifiedAt ?? article.publishedAt)),
      `<author>${element('name', article.author)}</author>`,
      element('summary', article.summary),
      '</entry>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IN">',
    element('title', title),
    element('id', absoluteUrl(siteUrl, listPath)),
    link(absoluteUrl(siteUrl, listPath)),
    link(absoluteUrl(siteUrl, feedPath), 'self'),
    element('updated', dateTime(latest(articles.map(({ modifiedAt }) => modifiedAt)) || updatedAt)),
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}
