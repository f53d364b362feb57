import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { applyBreak, breaks } from '../../breaks/breaks.ts';

test('every break still fits the sources, and the test that detects it exists', () => {
  const isThere = (file: string) => existsSync(path.join(projectRoot, file));
  const outdated = breaks.filter((one) => {
    const text = isThere(one.file) ? readFileSync(path.join(projectRoot, one.file), 'utf8') : undefined;
    const isDetected = !one.detectedBy.endsWith('.test.ts') || isThere(one.detectedBy);
    return !isDetected || applyBreak(one, text) === undefined;
  });
  expect(outdated).toEqual([]);
});
