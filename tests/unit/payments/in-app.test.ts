import { expect, test } from 'vitest';
import { checkoutConfig, needsHostedPage } from '#web/payments/browser/open-checkout.ts';

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36';

test.each([
  `${safari} Mobile/22F76 Instagram 385.0.0 (iPhone14,2; iOS 18_5; en_IN)`,
  `${safari} Mobile/22F76 [FBAN/FBIOS;FBAV/512.0.0.50;FBBV/1;FBDV/iPhone14,2]`,
  `${android} Build/UQ1A; wv) ${chrome}`,
  `${android}) ${chrome} Instagram 300.0.0.29.110 Android`,
  `${android}) ${chrome} [FB_IAB/FB4A;FBAV/450.0.0.0;]`,
  'Mozilla/5.0 (Linux; U; Android 10; en-US; RMX) AppleWebKit/537.36 Chrome/100 UCBrowser/13.4.0.1306 Mobile Safari/537.36',
  'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; en) Presto/2.12.423 Version/12.16',
])('%s is sent to the checkout’s hosted page', (userAgent) => expect(needsHostedPage(userAgent)).toBe(true));

test.each([
  `${safari} Version/18.5 Mobile/15E148 Safari/604.1`,
  `${safari} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
  `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
  '',
])('%s shows the frame', (userAgent) => expect(needsHostedPage(userAgent)).toBe(false));

const typedIds = [{ method: 'upi', flows: ['collect'] }];
test.each([
  ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', typedIds],
  ['Android', `${android}) ${chrome}`, typedIds],
  ['iOS, where a typed id still exists', `${safari} Version/18.5 Mobile/15E148 Safari/604.1`, []],
])('the checkout leaves out UPI methods on %s', (_name, userAgent, hide) => {
  expect(checkoutConfig(userAgent, false)).toEqual({ display: { hide } });
  // Above UPI's limit, no way to pay by UPI is offered.
  expect(checkoutConfig(userAgent, true)).toEqual({ display: { hide: [{ method: 'upi' }] } });
});
