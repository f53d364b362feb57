import { expect, test } from 'vitest';
import { findYoutubeId, parseFilmLength } from '#schemas/film-rules.ts';
import { fileAddress, uploadAddress } from '#web/content/image-address.ts';

test.each([
  ['https://www.youtube.com/watch?v=0eKVizvYSUQ&t=3s', '0eKVizvYSUQ'],
  ['https://youtu.be/0eKVizvYSUQ?si=abc', '0eKVizvYSUQ'],
  ['https://www.youtube-nocookie.com/embed/0eKVizvYSUQ', '0eKVizvYSUQ'],
  ['https://www.youtube.com/@agency', undefined],
  ['https://youtube.com.stranger.example/watch?v=0eKVizvYSUQ', undefined],
  ['https://youtu.be/0eKVizvYSU"', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('the film of %s on YouTube', (address, id) => {
  expect(findYoutubeId(address)).toBe(id);
});

test.each([
  ['1:40', 'PT1M40S'],
  ['12:05', 'PT12M5S'],
  ['1:02:05', 'PT1H2M5S'],
  ['1:60', undefined],
  ['75:00', undefined],
  ['100', undefined],
])('the length %s', (text, duration) => {
  expect(parseFilmLength(text)).toBe(duration);
});

test('of uploaded files, only films and captions have an address', () => {
  const name = 'a'.repeat(40);
  expect(fileAddress(`file-${name}-mp4`)).toBe(`/media/${name}.mp4`);
  expect(fileAddress(`file-${name}-html`)).toBeUndefined();
  const sanity = {
    apiHost: undefined,
    projectId: 'p',
    dataset: 'd',
    readToken: undefined,
    siteKey: '',
    webhookSecret: undefined,
  };
  expect(uploadAddress(sanity, `${name}.vtt`)?.url.href).toBe(`https://cdn.sanity.io/files/p/d/${name}.vtt`);
  for (const file of [`${name}.html`, `..%2F${name}.mp4`, `${name}.constructor`, 'mp4'])
    expect(uploadAddress(sanity, file)).toBeUndefined();
});
