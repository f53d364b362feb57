import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { sections } from '#schemas/sections/index.ts';
import { listen } from '../../support/listen.ts';
import { logLines } from '../../support/log-lines.ts';
import { sharedStack } from '../../support/shared-stack.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { expectCommonHeaders, get } from './site.ts';

const seeded = await sharedStack('seeded');

/** Expects the complete error screen: its texts, its links and a policy without scripts. */
async function expectErrorScreen(stack: Stack, path: string, headers: Record<string, string> = {}) {
  const response = await get(stack, path, headers);
  expect(response.status).toBe(500);
  expect(response.html).toMatch(/<h1[^>]*>Unexpected Application Error!<\/h1>/);
  expect(response.html).toMatch(/<a [^>]*href="\/">Back to the home page<\/a>/);
  expect(response.html).toContain(`href="${path}">Try again</a>`);
  expect(response.html).not.toContain('<script');
  const policy = response.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "script-src 'none'", "frame-ancestors 'self'", "base-uri 'none'"])
    expect(policy).toContain(part);
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  expectCommonHeaders(response.headers);
  return response;
}

describe('documents without fields that the Studio requires', () => {
  test.each([
    ['no sections at all', {}],
    [
      'sections without any field',
      { sections: sections.map(({ type: { name } }) => ({ _type: name, _key: name })) },
    ],
    ['sections of unknown types', { sections: [{ _type: 'carousel', _key: 'a' }] }],
    ['null in a list', { sections: [null] }],
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
    await seeded.client('editor').createOrReplace({
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
        const { status, html } = await get(seeded, '/partial');
        return [status, html.includes(visible)];
      })
      .toEqual([200, true]);
  });

  test('without required settings a page that was never rendered is an error screen, until they are corrected', async () => {
    const client = seeded.client('editor');
    const settings = await client.getDocument('siteSettings');
    if (!settings) throw new Error('The seed has no settings.');
    await client.patch('siteSettings').unset(['footerColumns']).commit();
    await client.createOrReplace({
      _id: 'page-without-settings',
      _type: 'page',
      title: 'Without settings',
      slug: { _type: 'slug', current: 'without-settings' },
    });
    const path = '/without-settings';
    await expect.poll(async () => (await get(seeded, path)).status).toBe(500);
    const screen = await expectErrorScreen(seeded, path);
    const [, digest] = /Error (\d+)/.exec(screen.html) ?? [];
    const request = screen.headers.get('x-request-id') ?? '';
    const errors = logLines(seeded.log).filter((line) => line.digest === digest && line.request === request);
    expect(errors[0]).toMatchObject({ level: 'error', error: expect.stringContaining('at ') });
    await expectErrorScreen(seeded, path, { 'accept-encoding': 'br' });
    expect((await fetch(`${seeded.siteUrl}${path}`, { method: 'HEAD' })).status).toBe(500);
    await client.createOrReplace(settings);
    await expect.poll(async () => (await get(seeded, path)).status).toBe(200);
  });
});

test('a content API that responds with garbage makes pages unavailable', async () => {
  let body = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', body.startsWith('{') ? 'application/json' : 'text/html');
    response.end(body);
  });
  const SANITY_API_HOST = `http://127.0.0.1:${await listen(server)}`;
  const stack = await startStack({ parts: ['site'], env: { SANITY_API_HOST } });
  try {
    for (body of ['<h1>It works</h1>', '']) {
      const response = await get(stack, '/about');
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    }
    // No query finds anything, as in a dataset without content.
    body = '{"result":{"agencyName":5}}';
    expect((await get(stack, '/about')).html).toContain('npm run seed');
  } finally {
    await stack.stop();
    server.close();
  }
});
