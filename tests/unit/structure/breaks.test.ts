import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { applyBreak, breaks } from '../../breaks/breaks.ts';

test('every break still fits the sources', () => {
  const outdated = breaks.filter((one) => {
    const file = path.join(projectRoot, one.file);
    return applyBreak(one, existsSync(file) ? readFileSync(file, 'utf8') : undefined) === undefined;
  });
  expect(outdated).toEqual([]);
});

test('names of breaks are unique', () => {
  expect(new Set(breaks.map(({ name }) => name)).size).toBe(breaks.length);
});

test('tests that detect a break exist', () => {
  const missing = breaks
    .map(({ detectedBy }) => detectedBy)
    .filter((check) => check.endsWith('.test.ts') && !existsSync(path.join(projectRoot, check)));
  expect(missing).toEqual([]);
});
