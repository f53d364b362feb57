import { describe, expect, test } from 'vitest';
import { geometryOf } from '../../../apps/content-lake/assets/transform.ts';
import { keepsVector, parseTransform } from '../../../apps/content-lake/assets/transform-request.ts';

const landscape = { width: 400, height: 200 };

function geometry(query: string, source = landscape) {
  return geometryOf(source, parseTransform(new URLSearchParams(query), undefined) ?? {});
}

describe('sizes', () => {
  test.each([
    ['w=200', { width: 200, height: 100 }],
    ['h=100', { width: 200, height: 100 }],
    ['w=50&dpr=2', { width: 100, height: 50 }],
    ['w=50&dpr=99', { width: 150, height: 75 }],
    ['w=4000', landscape],
    ['w=4000&h=10', { width: 20, height: 10 }],
    ['w=800&fit=max', landscape],
    ['w=800&fit=clip', { width: 800, height: 400 }],
    ['w=100000&fit=clip', { width: 4096, height: 2048 }],
    ['w=100&h=100', { width: 100, height: 50 }],
    ['w=100&h=100&fit=scale', { width: 100, height: 100 }],
    ['w=100&h=100&fit=crop', { width: 100, height: 100 }],
    ['w=800&h=800&fit=min', { width: 200, height: 200 }],
    ['w=100&h=100&fit=fill', { width: 100, height: 50 }],
    ['w=800&h=800&fit=fillmax', landscape],
  ])('%s of 400 × 200 gives %o', (query, size) => {
    expect(geometry(query).resize).toEqual(size);
  });

  test('a picture of one pixel stays a picture', () => {
    expect(geometry('w=1', { width: 4000, height: 1 }).resize).toEqual({ width: 1, height: 1 });
  });
});

describe('cuts', () => {
  test.each([
    ['center', { left: 100, top: 0, width: 200, height: 200 }],
    ['left', { left: 0, top: 0, width: 200, height: 200 }],
    ['top,right', { left: 200, top: 0, width: 200, height: 200 }],
    ['focalpoint', { left: 100, top: 0, width: 200, height: 200 }],
    ['focalpoint&fp-x=0.1&fp-y=0.9', { left: 0, top: 0, width: 200, height: 200 }],
    ['focalpoint&fp-x=0.6', { left: 140, top: 0, width: 200, height: 200 }],
    ['entropy', 'entropy'],
  ])('crop=%s', (crop, cut) => {
    expect(geometry(`w=100&h=100&fit=crop&crop=${crop}`).cut).toEqual(cut);
  });
});

describe('what is refused', () => {
  test.each([
    ['w=0', '"w"'],
    ['w=-1', '"w"'],
    ['w=1e3', '"w"'],
    ['h=ten', '"h"'],
    ['w=', '"w"'],
    ['fit=squash', '"fit"'],
    ['crop=top,middle', '"crop"'],
    ['rect=1,2,3', '"rect"'],
    ['rect=0,0,10,0', '"rect"'],
    ['rect=-1,0,10,10', '"rect"'],
    ['q=101', '"q"'],
    ['q=50.5', '"q"'],
    ['fm=exe', '"fm"'],
    ['auto=compress', '"auto"'],
    ['dpr=0', '"dpr"'],
    ['blur=2001', '"blur"'],
    ['bg=red', '"bg"'],
    ['fp-x=1.5', '"fp-x"'],
  ])('%s', (query, name) => {
    expect(() => parseTransform(new URLSearchParams(query), undefined)).toThrow(name);
  });

  test('names that nobody knows are ignored and do not make another picture', () => {
    expect(parseTransform(new URLSearchParams('cachebust=1'), undefined)).toBeUndefined();
  });
});

describe('auto=format', () => {
  const auto = (accept: string | undefined) =>
    parseTransform(new URLSearchParams('auto=format'), accept)?.format;
  test.each([
    ['image/avif,image/webp,*/*', 'avif'],
    ['image/webp,*/*', 'webp'],
    ['*/*', undefined],
    [undefined, undefined],
  ])('%s', (accept, format) => expect(auto(accept)).toBe(format));

  test('a format that is asked for by name wins', () => {
    expect(parseTransform(new URLSearchParams('auto=format&fm=png'), 'image/avif')?.format).toBe('png');
  });
});

describe('an SVG is sent as it is unless pixels are needed', () => {
  test.each([
    ['w=300&auto=format&q=80', true],
    ['w=300&h=200&fit=max', true],
    ['w=300&h=200&fit=crop', false],
    ['rect=0,0,10,10', false],
    ['w=300&blur=5', false],
    ['w=300&fm=png', false],
  ])('%s', (query, kept) => {
    const params = new URLSearchParams(query);
    expect(keepsVector(parseTransform(params, 'image/webp') ?? {}, params.has('fm'))).toBe(kept);
  });
});
