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

describe('invalid parameters', () => {
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
    ['q=101', '"q"'],
    ['blur=0', '"blur"'],
    ['blur=2001', '"blur"'],
    ['crop=middle', '"crop"'],
    ['crop=top,middle', '"crop"'],
    ['fp-x=1.5', '"fp-x"'],
    ['or=45', '"or"'],
    ['flip=x', '"flip"'],
    ['bg=red', '"bg"'],
    ['pad=513', '"pad"'],
    ['sat=50', '"sat"'],
    ['frame=2', '"frame"'],
    ['fm=json', '"fm"'],
  ])('%s', (query, name) => {
    expect(() => parseTransform(new URLSearchParams(query), undefined)).toThrow(name);
  });

  test.each(['cs=cmyk', 'dlRaw='])(
    '%s: what Sanity can and this lake cannot is said by name, with what it can',
    (query) => {
      const [name] = query.split('=');
      expect(() => parseTransform(new URLSearchParams(`w=100&${query}`))).toThrow(
        `"${name}" is not supported; supported are w, h, dpr, fit, rect, fm, auto, q, crop, fp-x`,
      );
    },
  );

  test('unknown parameters are ignored', () => {
    expect(parseTransform(new URLSearchParams('cachebust=1'), undefined)).toBeUndefined();
  });
});

test.each([
  ['bg=f00', '#ff0000ff'],
  ['bg=ff00', '#ff0000ff'],
  ['bg=00FF7f', '#00ff7fff'],
  ['bg=80ff0001', '#ff000180'],
])('%s, with the opacity first, is %s in CSS', (query, background) => {
  expect(parseTransform(new URLSearchParams(query))).toMatchObject({ background });
});

test.each([
  ['w=9&h=9&fit=crop&crop=focalpoint', { x: 0.5, y: 0.5 }],
  ['w=9&h=9&fit=crop&fp-x=.25', { x: 0.25, y: 0.5 }],
  ['w=9&h=9&fit=min&fp-x=0&fp-y=1', { x: 0, y: 1 }],
  ['w=9&h=9&fit=crop&crop=top&fp-x=1', undefined],
  ['w=9&h=9&fp-x=1', undefined],
])('%s has the focal point %o', (query, focus) => {
  expect(parseTransform(new URLSearchParams(query))?.focus).toEqual(focus);
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

  test('an explicit format wins', () => {
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
    ['w=300&h=200&fit=clip&q=50', true],
    ['w=300&h=200&fit=scale', false],
    ['w=300&h=200&fit=min', false],
    ['w=300&fit=crop&max-h=20', false],
    ['blur=5', false],
    ['w=300&or=90', false],
  ])('%s', (query, expected) => {
    const params = new URLSearchParams(query);
    const transform = parseTransform(params, 'image/webp');
    expect(transform && keepsVector(transform, params.has('fm'))).toBe(expected);
  });
});
