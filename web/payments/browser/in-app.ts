/** In-app and server-rendering browsers, those in Razorpay's documentation and similar ones. */
const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|Messenger|Opera Mini|UCBrowser|UCWEB|LinkedInApp|Snapchat|Line\/|MicroMessenger|; wv\)/;

/** Whether the checkout's frame is unreliable in a browser, by `navigator.userAgent`. */
export function needsOwnPage(userAgent: string): boolean {
  // On iOS real browsers name Safari, bare web views do not.
  const isBareWindow = /iPhone|iPad|iPod/.test(userAgent) && !/Safari\//.test(userAgent);
  return isBareWindow || inApp.test(userAgent);
}
