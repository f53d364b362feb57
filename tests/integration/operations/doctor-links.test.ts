import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { checkLinks } from '../../../apps/doctor/links.ts';
import { listen } from '../../support/listen.ts';

afterEach(() => vi.restoreAllMocks());

/** Content of a page for which the connection breaks. */
const broken = 'broken';

/** Runs the check on a site with these pages and redirects, of which the sitemap has the pages. Returns its lines. */
async function check(pages: Record<string, string>, redirects: Record<string, string> = {}) {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  const sitemap = Object.keys(pages).map((path) => `<loc>https://agency.test${path}</loc>`);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const location = redirects[pathname];
    if (location) return response.writeHead(308, { location }).end();
    if (pages[pathname] === broken) return request.destroy();
    if (pathname === '/sitemap.xml') return response.end(sitemap.join(''));
    return response.writeHead(pathname in pages ? 200 : 404).end(pages[pathname]);
  });
  await checkLinks(`http://127.0.0.1:${await listen(server)}`);
  server.close();
  return lines;
}

const home =
  '<a class="x" href="/about?a=1&amp;b=2#c">About</a> <a href="https://example.com/gone">Other</a>';

test('follows every link of the site, also to a page that has moved', async () => {
  const lines = await check({ '/': `${home} <a href="/old">Old</a>`, '/about': '' }, { '/old': '/about' });
  expect(lines).toEqual([expect.stringMatching(/^ok +Links +2 links/)]);
});

test('names links to no page and into a loop of redirects, with their page', async () => {
  const page = '<a href="/nowhere">A</a> <a href="/loop-a">B</a>';
  const lines = await check({ '/': home, '/about': page }, { '/loop-a': '/loop-b', '/loop-b': '/loop-a' });
  expect(lines).toEqual([
    expect.stringMatching(/^warn +Links +\/about links to \/nowhere,/),
    expect.stringMatching(/^warn +Links +\/about links to \/loop-a,/),
  ]);
});

test('says that a page did not respond, so that the doctor goes on', async () => {
  const lines = await check({ '/': home, '/about': broken });
  expect(lines).toEqual([expect.stringMatching(/^warn +Links /)]);
});
