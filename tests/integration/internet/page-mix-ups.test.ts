import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parse } from 'node-html-parser';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PageParameter, pageParameters } from '#web/contracts/query-parameters.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { startCaddy } from '../../support/caddy.ts';
import { isFull } from '../../support/extent.ts';
import { startProxy } from '../../support/nginx.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import type { TlsProxy } from '../../support/tls-proxy.ts';

/** A request with a unique word, and the HTML that shows the word in the response. */
type OwnRequest = { path: string; headers?: Record<string, string>; sign?: string };

const deposits = 'tool=deposits&kind=goods&buyer=central&bidder=other';
const attributedTo = (query: string) => `data-attribution="${query.replaceAll('&', '&amp;')}"`;

/** Requests for each query parameter that changes pages. */
const byParameter: Record<PageParameter, (word: string, amount: number) => OwnRequest[]> = {
  message: (word) => [{ path: `/contact?message=${word}`, sign: word }],
  opening: (word) => [{ path: `/contact?opening=${word}`, sign: word }],
  service: () => [
    { path: '/contact?service=branding', sign: '<option value="branding" selected="">' },
    { path: '/contact?service=seo', sign: '<option value="seo" selected="">' },
  ],
  tool: (word, amount) => [
    { path: `/tender-deposits?${deposits}&value=${amount}`, sign: `value="${amount}"` },
    { path: `/tender-deposits?${deposits}&value=x&price=${word}`, sign: word },
    { path: `/digital-marketing?tool=enquiry-value&value=${word}`, sign: `value="${word}"` },
    { path: `/seo-locations?tool=city&city=${word}`, sign: `value="${word}"` },
    { path: `/tender-papers?tool=papers&reference=${word}`, sign: `value="${word}"` },
    {
      path: `/tender-eligibility?tool=eligibility&tenderRule-q-taxes=${amount % 2 ? 'yes' : 'no'}&kind=works`,
      sign: '<option value="works" selected="">',
    },
  ],
  utm_source: (word) => [
    { path: `/about?utm_source=${word}`, sign: attributedTo(`utm_source=${word}`) },
    { path: `/nowhere?utm_source=${word}`, sign: attributedTo(`utm_source=${word}`) },
  ],
  utm_medium: (word) => [
    { path: `/?utm_source=a&utm_medium=${word}`, sign: attributedTo(`utm_source=a&utm_medium=${word}`) },
  ],
  utm_campaign: (word) => [
    {
      path: `/contact?utm_campaign=${word}&utm_source=a`,
      sign: attributedTo(`utm_source=a&utm_medium=-&utm_campaign=${word}`),
    },
  ],
  gclid: (word) => [{ path: `/?gclid=${word}`, sign: attributedTo('utm_source=google&utm_medium=cpc') }],
  gbraid: (word) => [
    { path: `/about?gbraid=${word}`, sign: attributedTo('utm_source=google&utm_medium=cpc') },
  ],
  wbraid: (word) => [
    { path: `/about?wbraid=${word}`, sign: attributedTo('utm_source=google&utm_medium=cpc') },
  ],
  msclkid: (word) => [
    { path: `/about?msclkid=${word}`, sign: attributedTo('utm_source=bing&utm_medium=cpc') },
  ],
  fbclid: (word) => [
    { path: `/about?fbclid=${word}`, sign: attributedTo('utm_source=facebook&utm_medium=social') },
  ],
};

const plainPaths = [
  '/',
  '/about',
  '/contact',
  '/digital-marketing',
  '/seo-locations',
  '/tender-deposits',
  '/tender-papers',
  '/tender-eligibility',
  '/nowhere',
];

/** Requests with other input: some of it changes pages, most of it does not. */
const others = (word: string): OwnRequest[] => [
  {
    path: '/about',
    headers: { referer: `https://${word}.example/` },
    sign: attributedTo(`utm_source=${word}.example&utm_medium=referral`),
  },
  // A percent-encoded name is the same parameter.
  { path: `/contact?%6dessage=${word}`, sign: word },
  { path: `/about?utm%5Fsource=${word}`, sign: attributedTo(`utm_source=${word}`) },
  ...plainPaths.flatMap((path) => [path, `${path}?anything=${word}`]).map((path) => ({ path })),
  // An agent gets Markdown. A path that continues like the key of another page is unknown.
  ...plainPaths.map((path) => ({ path, headers: { accept: `text/markdown, ${word}/x` } })),
  ...['br', 'gzip', 'markdown', 'brmarkdown'].map((end) => ({ path: `/about${end}` })),
  { path: '/about', headers: { 'user-agent': word } },
  { path: '/about', headers: { cookie: `__prerender_bypass=${word}` } },
  { path: '/about', headers: { referer: 'https://www.agency.test/contact' } },
];

const codings = ['br', 'gzip', 'identity'] as const;
const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

describe.each(isFull ? ['nginx', 'Caddy'] : ['nginx'])('behind %s', (name) => {
  let stack: Stack;
  let proxy: TlsProxy;
  beforeAll(async () => {
    const http = await findFreePorts(2);
    const https = http + 1;
    stack = await startStack({
      parts: ['lake', 'site'],
      env: { SITE_URL: `https://www.agency.test:${https}`, TRUST_PROXY: 'loopback' },
    });
    const site = stack.settings.port;
    proxy = name === 'nginx' ? await startProxy([site], { http, https }) : await startCaddy(site, https);
  });
  afterAll(async () => {
    await proxy?.stop();
    await stack?.stop();
  });

  /** The public pages by path. */
  const plain = new Map<string, string>();
  const rounds = isFull ? 60 : 3;

  test('every visitor gets the page for their own request', async () => {
    const sent = Array.from({ length: rounds }, (_, round) =>
      [...pageParameters, undefined]
        .flatMap((parameter, index) => {
          const word = `own-${round}-${index}-of`;
          return parameter ? byParameter[parameter](word, 1_000_000 + round * 100 + index) : others(word);
        })
        .map((one) => ({ ...one, method: round % 3 === 2 ? 'HEAD' : 'GET' })),
    );
    for (const path of plainPaths) {
      // A busy machine may not have the content of a first page in time.
      await expect.poll(async () => (await proxy.get(path)).status).toBeLessThan(500);
      plain.set(path, (await proxy.get(path)).body);
      plain.set(`${path} as Markdown`, (await proxy.get(path, { accept: 'text/markdown' })).body);
    }
    expect(plain.get('/about as Markdown')).toMatch(
      /^---\n(?:.+\n)+---\n[\s\S]+\n1\. \[Home\]\(\/\)\n1\. About\n/,
    );
    // Requests that a cache could confuse follow each other closely.
    const mixed = sent.flat().sort((one, other) => orderOf(one.path) - orderOf(other.path));
    const atATime = pLimit(16);
    const wrong = await Promise.all(
      mixed.map((one, index) => atATime(async () => (await isOwn(one, index)) ?? [])),
    );
    expect(mixed.length).toBeGreaterThan(isFull ? 2_000 : 99);
    expect(wrong.flat()).toEqual([]);
  });

  test.each<[path: string, query: string, accept: string | string[]]>([
    ['/prices', '', ['*/*;q=0.1', 'text/markdown']],
    ['/careers', '?x=?in=gulf', '*/*'],
    ['/seo-sem', '?x=1#&in=gulf', '*/*'],
  ])('%s stays the page for everybody after a request with %o and %o', async (path, query, accept) => {
    await proxy.get(path + query, { accept });
    const { headers, body } = await proxy.get(path);
    expect(headers['content-type']).toContain('text/html');
    expect(body).toMatch(/in=india"[^>]* aria-current="true"/);
  });

  test('a redirect repeats a query of the maximum length', async () => {
    const { status, headers } = await proxy.get(`/about/?x=${'%E0%A4%AE'.repeat(800)}`);
    expect([status, headers.location?.length]).toEqual([308, expect.any(Number)]);
  });

  test('a share picture ignores the query', async () => {
    const [plain, named] = [
      await proxy.get('/opengraph-image/about'),
      await proxy.get('/opengraph-image/about?v=1'),
    ];
    const of = ({ status, headers }: typeof plain) => [status, headers['cache-control']];
    expect(of(named)).toEqual(of(plain));
  });

  test('each browser gets a picture in a format that it accepts', async () => {
    const page = parse((await proxy.get('/digital-marketing')).body);
    const address = page.querySelector('img[src^="/media/"]')?.getAttribute('src') ?? '';
    const accepted = ['image/avif,image/webp,*/*', 'image/webp,*/*', 'image/png', '*/*', 'image/avif,*/*'];
    for (const accept of [...accepted, ...accepted]) {
      const { status, headers } = await proxy.get(address, { accept });
      expect(status).toBe(200);
      const type = `${headers['content-type']}`;
      expect(['image/avif', 'image/webp'].includes(type) ? accept : type).toContain(type);
    }
    expect((await proxy.get(`${address}&x=1`)).status).toBe(200);
  });

  /** Returns what is wrong with a response; undefined if it is the right one. */
  async function isOwn({ method, path, headers, sign }: OwnRequest & { method: string }, index: number) {
    const accepted = codings[index % codings.length];
    const response = await proxy.send(method, path, { 'accept-encoding': `${accepted}`, ...headers });
    const label = `${method} ${path} ${JSON.stringify(headers ?? {})}`;
    const [page = ''] = path.split('?', 1);
    const expected = plainPaths.includes(page) && page !== '/nowhere' ? 200 : 404;
    if (response.status !== expected) return `${label}: ${response.status}`;
    if (sign && !response.headers['cache-control']?.includes('private')) return `${label}: may be stored`;
    if (method === 'HEAD') return undefined;
    const { 'content-encoding': given = 'identity' } = response.headers;
    const coding = codings.find((one) => one === given && (one === accepted || one === 'identity'));
    if (!coding) return `${label}: ${given} instead of ${accepted}`;
    const html = decoders[coding](response.bytes).toString();
    if (sign && !html.includes(sign)) return `${label}: without its word`;
    const foreign = (html.match(/own-\d+-\d+-of/g) ?? []).filter((word) => !label.includes(word));
    if (foreign.length > 0) return `${label}: somebody else's ${foreign[0]}`;
    const isMarkdown = headers?.accept?.includes('markdown') === true;
    const name = `${expected === 404 ? '/nowhere' : page}${isMarkdown ? ' as Markdown' : ''}`;
    if (!sign && html !== plain.get(name)) return `${label}: not the public page`;
    return undefined;
  }
});

/** Returns a hash of the path as sort key, so that runs have the same order and neighbours differ in kind. */
function orderOf(path: string): number {
  let hash = 7;
  for (const character of path) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
