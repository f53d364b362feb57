/** Browsers in other apps, or that render on a server: those that Razorpay's documentation names, and their like. */
const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|Messenger|Opera Mini|UCBrowser|UCWEB|LinkedInApp|Snapchat|Line\/|MicroMessenger|; wv\)/;

/** Whether a browser cannot be relied on to show the checkout's frame, by its `navigator.userAgent`. */
export function needsOwnPage(userAgent: string): boolean {
  // On iOS every browser is Safari's engine, and those that are more than a window in an app say so.
  const isBareWindow = /iPhone|iPad|iPod/.test(userAgent) && !/Safari\//.test(userAgent);
  return isBareWindow || inApp.test(userAgent);
}
