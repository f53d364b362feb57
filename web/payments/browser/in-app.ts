/** In-app and server-rendering browsers that Razorpay's documentation lists, and similar browsers. */
const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|Messenger|Opera Mini|UCBrowser|UCWEB|LinkedInApp|Snapchat|Line\/|MicroMessenger|; wv\)/;

const isIos = (userAgent: string) => /iPhone|iPad|iPod/.test(userAgent);

/**
 * Returns the checkout's settings for a `navigator.userAgent`. NPCI ended typed UPI ids ("collect") in February 2026,
 * but not yet on iOS. Without them, a desktop shows a QR code and a phone opens its UPI app. Amounts
 * above UPI's limit hide UPI, because the customer's bank would decline them.
 */
export function checkoutConfig(userAgent: string, isAboveUpiLimit: boolean) {
  if (isAboveUpiLimit) return { display: { hide: [{ method: 'upi' }] } };
  return { display: { hide: isIos(userAgent) ? [] : [{ method: 'upi', flows: ['collect'] }] } };
}

/** Returns whether the checkout's frame is unreliable in a browser, by `navigator.userAgent`. */
export function needsHostedPage(userAgent: string): boolean {
  // On iOS, the user agent of a browser includes "Safari", and that of a plain web view does not.
  const isWebView = isIos(userAgent) && !/Safari\//.test(userAgent);
  return isWebView || inApp.test(userAgent);
}
