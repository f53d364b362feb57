import { expect, test } from 'vitest';
import { ContentUnavailable, detectUnavailableContent, requireResponsive } from '#web/content/unavailable.ts';

test.each([
  ['got no response in time', new DOMException('No response.', 'TimeoutError'), false],
  ['was refused at once', new Error('ECONNREFUSED'), true],
])('after a query that %s, the same request may make another: %s', async (_, cause, mayQuery) => {
  const { isUnavailable } = await detectUnavailableContent(async () => {
    requireResponsive();
    expect(new ContentUnavailable(cause).message).toContain(cause.message);
    if (mayQuery) requireResponsive();
    else expect(requireResponsive).toThrow(ContentUnavailable);
  });
  expect(isUnavailable).toBe(true);
  requireResponsive();
});
