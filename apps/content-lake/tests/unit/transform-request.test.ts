import { describe, expect, test } from 'vitest';
import { keepsVector, parseTransform } from '../../assets/transform-request.ts';

describe('edges', () => {
  test.each([
    ['w=200', { width: 200, height: undefined }],
    ['w=199.5&h=0.2', { width: 200, height: 1 }],
    ['w=50&dpr=2', { width: 100, height: undefined }],
    ['w=50&dpr=99', { width: 150, height: undefined }],
    ['w=100000&h=99999', { width: 4096, height: 4096 }],
  ])('%s', (query, edges) => {
    expect(parseTransform(new URLSearchParams(query))).toMatchObject(edges);
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
    ['rect=1,2,3', '"rect"'],
    ['rect=0,0,10,0', '"rect"'],
    ['rect=-1,0,10,10', '"rect"'],
    ['fm=exe', '"fm"'],
    ['auto=compress', '"auto"'],
    ['dpr=0', '"dpr"'],
  ])('%s', (query, name) => {
    expect(() => parseTransform(new URLSearchParams(query), undefined)).toThrow(name);
  });

  test.each([
    'blur=50',
    'bg=fff',
    'crop=left',
    'flip=h',
    'fp-x=0.5',
    'invert=true',
    'q=40',
    'sat=-100',
    'sharp=1',
  ])('%s: what Sanity can and this lake cannot is said by name, with what it can', (query) => {
    const [name] = query.split('=');
    expect(() => parseTransform(new URLSearchParams(`w=100&${query}`))).toThrow(
      `"${name}" is not supported; supported are w, h, dpr, fit, rect, fm, auto`,
    );
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
    ['w=300&auto=format', true],
    ['w=300&h=200&fit=max', true],
    ['w=300&h=200&fit=crop', false],
    ['rect=0,0,10,10', false],
    ['w=300&h=200&fit=fillmax', false],
    ['w=300&fit=crop', true],
    ['w=300&fm=png', false],
  ])('%s', (query, kept) => {
    const params = new URLSearchParams(query);
    const asked = parseTransform(params, 'image/webp');
    expect(asked && keepsVector(asked, params.has('fm'))).toBe(kept);
  });
});
