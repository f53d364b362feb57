import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { preparePatches } from '#studio/vite-plugins/patch-sanity.ts';

test('every patch applies to the installed packages', () => {
  const sanity = preparePatches();
  for (const file of globSync('node_modules/{sanity/lib,@sanity/sdk/dist}/**/*.js'))
    sanity.patch(readFileSync(file, 'utf8'));
  expect(sanity.describeMissing()).toBe('');
});

test('a patch that no longer applies is named with its fault and its issue', () => {
  const sanity = preparePatches();
  sanity.patch('Sanity changed this file.');
  expect(sanity.describeMissing()).toMatch(/from sanity-cdn\.com.* \(sanity-io\/sanity#\d+\)/);
});
