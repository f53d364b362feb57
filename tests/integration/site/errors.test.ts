import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { logLines } from '../../support/log-lines.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { get } from './site.ts';

/** Expects the complete error screen: its texts, its links and a policy without scripts. */
async function expectErrorScreen(stack: Stack, path: string, headers: Record<string, string> = {}) {
  const response = await get(stack, path, headers);
  expect(response.status).toBe(500);
  expect(response.html).toMatch(/<h1[^>]*>Unexpected Application Error!<\/h1>/);
  expect(response.html).toMatch(/<a [^>]*href="\/">Back to the home page<\/a>/);
  expect(response.html).toContain(`href="${path}">Try again</a>`);
  expect(response.html).toContain('<style>');
  expect(response.html).not.toContain('<script');
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "script-src 'none'", "frame-ancestors 'self'", "base-uri 'none'"])
    expect(policy).toContain(part);
  for (const [name, value] of [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cache-control', 'no-store, no-transform'],
  ] as const)
    expect(response.headers.get(name)).toBe(value);
  expect(response.headers.get('permissions-policy')).toContain('camera=()');
  return response;
}

describe('documents without fields that the Studio requires', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ parts: ['lake', 'site'] });
  });
  afterAll(() => stack.stop());

  test.each([
    ['no sections at all', {}],
    [
      'sections without any field',
      {
        sections: [
          'hero',
          'faq',
          'checklist',
          'serviceCards',
          'cityLinks',
          'jobOpenings',
          'process',
          'iconTiles',
          'imageTiles',
          'testimonials',
          'textBlock',
          'figures',
          'featureCards',
          'regions',
          'platforms',
          'successStories',
          'contactDetails',
          'globalPresence',
          'checklistGroups',
          'cityInsight',
          'callToAction',
        ].map((_type) => ({ _type, _key: _type })),
      },
    ],
    ['sections of unknown types', { sections: [{ _type: 'carousel', _key: 'a' }] }],
    [
      'references that lead nowhere',
      {
        sections: [
          {
            _type: 'serviceCards',
            _key: 'a',
            heading: 'Services',
            cards: [{ _type: 'reference', _key: 'b', _ref: 'gone', _weak: true }],
          },
        ],
      },
    ],
    [
      'a picture without its file',
      {
        sections: [
          {
            _type: 'hero',
            _key: 'a',
            heading: 'Hero',
            art: 'image',
            picture: { _type: 'picture', alt: 'Nothing' },
          },
        ],
        seo: { _type: 'seo', image: { _type: 'picture', alt: 'Nothing' } },
      },
    ],
    [
      'lists of the wrong kind',
      { sections: [{ _type: 'checklist', _key: 'a', heading: 'List', points: 5 }] },
    ],
  ])('%s: the page shows everything else', async (_, fields) => {
    const band = { _type: 'callToAction', _key: 'last', heading: 'The band is still here', actions: [] };
    const sections = 'sections' in fields ? [...fields.sections, band] : undefined;
    await stack.client('editor').createOrReplace({
      _id: 'page-partial',
      _type: 'page',
      title: 'Partial',
      slug: { _type: 'slug', current: 'partial' },
      ...fields,
      ...(sections ? { sections } : {}),
    });
    const visible = sections ? 'The band is still here' : '<main';
    await expect
      .poll(async () => {
        const { status, html } = await get(stack, '/partial');
        return [status, html.includes(visible)];
      })
      .toEqual([200, true]);
  });

  test('without required settings every page is an error screen, until they are corrected', async () => {
    const client = stack.client('editor');
    const settings = await client.getDocument('siteSettings');
    if (!settings) throw new Error('The seed has no settings.');
    await client.patch('siteSettings').unset(['footerColumns']).commit();
    await expect.poll(async () => (await get(stack, '/careers')).status).toBe(500);
    const screen = await expectErrorScreen(stack, '/careers');
    const [, digest] = /Error (\d+)/.exec(screen.html) ?? [];
    const request = screen.headers.get('x-request-id') ?? '';
    const errors = logLines(stack.log).filter((line) => line.digest === digest && line.request === request);
    expect(errors[0]).toMatchObject({ level: 'error', error: expect.stringContaining('at ') });
    await expectErrorScreen(stack, '/careers', { 'accept-encoding': 'br' });
    expect((await fetch(`${stack.siteUrl}/careers`, { method: 'HEAD' })).status).toBe(500);
    await client.createOrReplace(settings);
    await expect.poll(async () => (await get(stack, '/careers')).status).toBe(200);
  });
});

describe('a content API that responds with garbage', () => {
  let stack: Stack | undefined;
  let server: Server | undefined;
  afterEach(async () => {
    await stack?.stop();
    server?.close();
  });

  test.each([
    ['HTML', '<h1>It works</h1>', 503],
    ['nothing', '', 503],
    ['a response of another shape', '{"result":{"agencyName":5}}', 500],
  ])('%s', async (_, body, status) => {
    server = createServer((_request, response) => {
      response.setHeader('content-type', body.startsWith('{') ? 'application/json' : 'text/html');
      response.end(body);
    });
    await new Promise<void>((resolve) => server?.listen(0, resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    stack = await startStack({ parts: ['site'], env: { SANITY_API_HOST: `http://localhost:${port}` } });
    if (status === 500) await expectErrorScreen(stack, '/about');
    else {
      const response = await get(stack, '/about');
      expect(response.status).toBe(503);
      expect(response.html).toContain('Back in a moment');
    }
  });
});
