/** In-app and server-rendering browsers, those in Razorpay's documentation and similar ones. */
const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|Messenger|Opera Mini|UCBrowser|UCWEB|LinkedInApp|Snapchat|Line\/|MicroMessenger|; wv\)/;

const isIos = (userAgent: string) => /iPhone|iPad|iPod/.test(userAgent);

/**
 * The checkout's settings, by `navigator.userAgent`: NPCI ended typed UPI ids ("collect") in February 2026, but not yet
 * on iOS; elsewhere a desktop shows a code and a phone opens its app.
 */
export const checkoutConfig = (userAgent: string) => ({
  display: { hide: isIos(userAgent) ? [] : [{ method: 'upi', flows: ['collect'] }] },
});

/** Whether the checkout's frame is unreliable in a browser, by `navigator.userAgent`. */
export function needsHostedPage(userAgent: string): boolean {
  // On iOS real browsers name Safari, bare web views do not.
  const isWebView = isIos(userAgent) && !/Safari\//.test(userAgent);
  return isWebView || inApp.test(userAgent);
}
