import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pagePolicy } from '#web/http/page-policy.ts';

const policyOf = (needs: Parameters<typeof pagePolicy>[0]) =>
  new Map(
    pagePolicy(needs)
      .split('; ')
      .map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
  );
const script = 'show()';
const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('a published page runs only its own inline scripts and submits no form', () => {
  const policy = policyOf({ inlineScripts: [script] });
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('script-src')).toBe(`'strict-dynamic' ${hash}`);
  expect(policy.get('form-action')).toBe("'none'");
  expect(policy.get('connect-src')).toBe("'self'");
  expect(policy.has('frame-src')).toBe(false);
});

test("only pages with the checkout allow Razorpay's hosts, and none with the sandbox", () => {
  const live = policyOf({ inlineScripts: [], hasForm: true, checkout: 'live' });
  expect(live.get('script-src')).toBe(
    "'strict-dynamic' https://checkout.razorpay.com https://cdn.razorpay.com",
  );
  expect(live.get('frame-src')).toBe('https://api.razorpay.com https://checkout.razorpay.com');
  const sandbox = policyOf({ inlineScripts: [], checkout: 'http://localhost:3200' });
  expect(sandbox.get('frame-src')).toBe('http://localhost:3200');
  expect([...sandbox.values()].join(' ')).not.toContain('razorpay.com');
});

test('a preview runs scripts by its nonce', () => {
  const policy = policyOf({ inlineScripts: [], previewNonce: 'n1' });
  expect(policy.get('script-src')).toBe("'self' 'nonce-n1'");
});
