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

test.each(['text', 'json'])('debug lines are written in %s only on request', (format) => {
  vi.stubEnv('LOG_FORMAT', format);
  log('debug', 'answered');
  expect(lines).toEqual([]);
  vi.stubEnv('LOG_LEVEL', 'debug');
  log('debug', 'answered');
  expect(lines.join('')).toContain('answered');
});

test.each([
  [{ STARTED_BY: '' }, true],
  [{ STARTED_BY: '7' }, false],
  [{ STARTED_BY: '', JOURNAL_STREAM: '8:1' }, false],
])('text outside a terminal has a time, unless somebody else adds it: %j', (variables, hasTime) => {
  vi.stubEnv('LOG_FORMAT', 'text');
  vi.stubEnv('JOURNAL_STREAM', '');
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  log('info', 'ready');
  expect(/^\d{4}-\S+Z ready/.test(lines.join(''))).toBe(hasTime);
});

test('equal errors are limited, counted, and written again after a minute', () => {
  vi.stubEnv('LOG_FORMAT', 'json');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  for (let line = 0; line < 36; line++) log('error', 'the disk is full', { reason: 'ENOSPC' });
  expect(lines).toHaveLength(5);
  log('error', 'the disk is full', { reason: 'EROFS' });
  for (let line = 0; line < 36; line++) log('info', 'request', { status: 200 });
  expect(lines).toHaveLength(42);
  for (let visitor = 0; visitor < 8; visitor++)
    withLogContext({ request: `request-${visitor}` }, () =>
      log('error', 'the disk is full', { reason: 'ENOSPC' }),
    );
  expect(lines.splice(42)).toHaveLength(8);
  clock.mockReturnValue(61_000);
  log('error', 'the disk is full', { reason: 'ENOSPC' });
  expect(lines).toHaveLength(44);
  expect(JSON.parse(lines.at(-2) ?? '').message).toContain('31');
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
