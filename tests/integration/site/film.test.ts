import { expect, test } from 'vitest';
import { sharedStack } from '../../support/shared-stack.ts';
import { get } from './site.ts';

const stack = await sharedStack('seeded');
const content = stack.client('administrator');
const drawing = await content.fetch('*[_type == "sanity.imageAsset"][0]._id');
const video = {
  poster: { _type: 'picture', alt: 'A desk', asset: { _type: 'reference', _ref: drawing } },
  title: 'How a notice is read',
  length: '1:40',
  publishedOn: '2026-11-01',
  playLabel: 'Play the film',
  note: 'The film is on YouTube.',
};

/** Publishes a page with a film. Returns what a visitor gets. */
async function publish(source: object) {
  const section = { _key: 'film', _type: 'film', heading: 'Film', video: { ...video, ...source } };
  const page = { _id: 'page-film', _type: 'page', title: 'Film', slug: { _type: 'slug', current: 'film' } };
  await content.createOrReplace({ ...page, sections: [section] });
  const { key, value } =
    source instanceof Object && 'file' in source
      ? { key: 'contentUrl', value: '/media/' }
      : { key: 'embedUrl', value: 'youtube-nocookie' };
  let found = await get(stack, '/film');
  await expect
    .poll(async () => {
      found = await get(stack, '/film');
      return found.html;
    })
    .toContain(`"${key}":"`);
  expect(found.html).toContain(value);
  return { ...found, policy: found.headers.get('content-security-policy') ?? '' };
}

test('a film on YouTube is a link until it is pressed, and only its page allows the player', async () => {
  const { html, policy } = await publish({
    youtube: 'https://youtu.be/0eKVizvYSUQ',
  });
  expect(html).not.toContain('<iframe');
  expect(html).toContain('href="https://www.youtube.com/watch?v=0eKVizvYSUQ"');
  expect(html).toContain('"@type":"VideoObject"');
  expect(html).toContain('"duration":"PT1M40S"');
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com;');
  const elsewhere = await get(stack, '/about');
  expect(elsewhere.headers.get('content-security-policy')).not.toMatch(/youtube|media-src/);
  expect(elsewhere.html).not.toContain('data-player');
});

test('a film of our own comes from the site in parts, with its captions', async () => {
  const bytes = Buffer.alloc(3_000_000, 'film');
  const film = await content.assets.upload('file', bytes, { filename: 'film.mp4', contentType: 'video/mp4' });
  const text = await content.assets.upload('file', Buffer.from('WEBVTT\n'), { filename: 'film.vtt' });
  const other = await content.assets.upload('file', Buffer.from('<h1>'), { filename: 'film.html' });
  const asset = (_ref: string) => ({ _type: 'file', asset: { _type: 'reference', _ref } });
  const { html, policy } = await publish({
    file: asset(film._id),
    captions: asset(text._id),
  });
  expect(policy).toContain("media-src 'self'");
  const [src = ''] = /\/media\/\w+\.mp4/.exec(html) ?? [];
  const send = (path: string, init?: RequestInit) => fetch(`${stack.siteUrl}${path}`, init);
  const part = await send(src, { headers: { range: 'bytes=2-5' } });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe('lmfi');
  expect(part.headers.get('content-range')).toBe('bytes 2-5/3000000');
  const whole = await send(src);
  expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
  expect(whole.headers.get('content-type')).toBe('video/mp4');
  expect((await send(src, { headers: { range: 'bytes=4000000-' } })).status).toBe(416);
  const [captions = ''] = /\/media\/\w+\.vtt/.exec(html) ?? [];
  expect((await send(captions)).headers.get('content-type')).toContain('text/vtt');
  expect((await send(`/media/${other.sha1hash}.html`)).status).toBe(404);
  expect((await send(`/media/${'0'.repeat(40)}.mp4`)).status).toBe(404);
});
