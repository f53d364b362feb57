import { describe, expect, test } from 'vitest';
import { keepsVector, parseTransform } from '../../assets/transform-request.ts';

const parse = (query: string, accept?: string) =>
  parseTransform(Object.fromEntries(new URLSearchParams(query)), accept);

test.each([
  ['w=200', { width: 200, height: undefined }],
  ['w=199.5&h=0.2', { width: 200, height: 1 }],
  ['w=50&dpr=2', { width: 100, height: undefined }],
  ['w=50&dpr=99', { width: 150, height: undefined }],
  ['w=100000&h=99999', { width: 4096, height: 4096 }],
])('%s', (query, edges) => {
  expect(parse(query)).toMatchObject(edges);
});

test.each([
  ['w=0', 'w'],
  ['w=wide', 'w'],
  ['fit=squash', 'fit'],
  ['rect=1,2,3', 'rect'],
  ['rect=0,0,10,0', 'rect'],
  ['rect=-1,0,10,10', 'rect'],
  ['fm=exe', 'fm'],
  ['auto=compress', 'auto'],
  ['dpr=0', 'dpr'],
  ['q=101', 'q'],
  ['blur=5', 'blur'],
])('%s is refused by name', (query, name) => {
  expect(() => parse(query)).toThrow(name);
});

test('a download of the original is no transform', () => {
  expect(parse('dl=logo.png')).toBeUndefined();
});

describe('auto=format', () => {
  test.each([
    ['image/avif,image/webp,*/*', 'avif'],
    ['image/webp,*/*', 'webp'],
    ['*/*', undefined],
    [undefined, undefined],
  ])('%s', (accept, format) => expect(parse('auto=format', accept)?.format).toBe(format));

  test('an explicit format wins', () => {
    expect(parse('auto=format&fm=png', 'image/avif')?.format).toBe('png');
  });
});

describe('an SVG is sent as it is unless pixels are needed', () => {
  test.each([
    ['w=300&auto=format', true],
    ['w=300&h=200&fit=max&q=50', true],
    ['w=300&fit=crop', true],
    ['w=300&h=200&fit=crop', false],
    ['w=300&h=200&fit=fillmax', false],
    ['rect=0,0,10,10', false],
    ['w=300&fm=png', false],
  ])('%s', (query, expected) => {
    const transform = parse(query, 'image/webp');
    expect(transform && keepsVector(transform, query.includes('fm='))).toBe(expected);
  });
});
