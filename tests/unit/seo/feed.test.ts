import { expect, test } from 'vitest';
import { articleFeed } from '#web/seo/feed.ts';

test('a feed escapes every text of an editor', () => {
  const title = 'Bids & <b>fees</b> "explained"\u0000';
  const article = {
    ...{ _type: 'article' as const, slug: 'fees', title, author: 'A & B', summary: '1 < 2' },
    ...{ publishedAt: '2026-03-01', modifiedAt: '2026-03-02T10:00:00Z' },
  };
  const feed = articleFeed(
    { title, listPath: '/articles', articles: [article], updatedAt: '2026-03-03T00:00:00Z' },
    'https://www.agency.example',
  );
  const escaped = 'Bids &amp; &lt;b&gt;fees&lt;/b&gt; &quot;explained&quot;';
  expect(feed.match(/<title>(.*)<\/title>/g)).toEqual(Array(2).fill(`<title>${escaped}</title>`));
  expect(feed).toContain('<name>A &amp; B</name>');
  expect(feed).toContain('<summary>1 &lt; 2</summary>');
});
