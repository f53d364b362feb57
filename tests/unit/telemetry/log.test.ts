import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log, logAs } from '#telemetry/log.ts';
import { requestIdFrom, withLogContext } from '#telemetry/log-context.ts';

let lines: string[];
const consoles = { ...console };
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  logAs('site');
});
afterEach(() => {
  Object.assign(console, consoles);
  globalThis.serviceOfThisProcess = undefined;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('a log line has the service, the request, and only message and stack of an error', () => {
  vi.stubEnv('LOG_FORMAT', 'json');
  const fault = Object.assign(new Error('no disk'), { customer: 'Asha', cause: new Error('full') });
  withLogContext({ request: 'request-1' }, () => console.error('It failed:', fault));
  const line = JSON.parse(lines.join(''));
  expect(line).toMatchObject({ level: 'error', service: 'site', request: 'request-1' });
  expect(line.message).toBe('It failed: no disk');
  expect(line.error).toContain('Caused by: Error: full');
  expect(lines.join('')).not.toContain('Asha');
});

test('a terminal does not show debug lines', () => {
  for (const format of ['text', 'json']) {
    vi.stubEnv('LOG_FORMAT', format);
    log('debug', 'answered');
  }
  log('warn', 'slow', { ms: 9 });
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['answered', 'slow']);
});

test.each([
  ['a-trusted-id', true],
  ['short', false],
  ['two words here', false],
  ['x'.repeat(65), false],
  [['a-trusted-id'], false],
])('uses a well-formed request id, and replaces any other: %j, %s', (given, isUsed) => {
  expect(requestIdFrom(given) === given).toBe(isUsed);
});
