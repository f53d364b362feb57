import { clearPreviewCookie, readPreview, stripPreviewCookies } from '#web/http/preview-pass.ts';
import type { Middleware } from './middleware.ts';

/** Request headers that Next's scripts send. Published pages do not run these scripts. */
const scriptHeaders = /^(?:rsc|next-.*)$/;
/** Internal headers of Next and of hosting platforms. */
const internalHeaders = /^x-(?:middleware|nextjs|prerender|invoke|matched|now)-/;

/** Next responds with 500 if a request for a file fails one of these. Files are small, so they are sent whole. */
const preconditions = ['range', 'if-range', 'if-match', 'if-unmodified-since'];
/** Films and tax invoices, whose parts our own routes send. */
const sendsParts = /^\/media\/\w+\.mp4$|^\/api\/bill-invoice\//;

/**
 * Removes headers and cookies that would make Next bypass its cache or fail. Only a valid preview may bypass the cache.
 */
export const stripUnsafeHeaders: Middleware = ({ url = '', headers }, response, next) => {
  const isPreview = readPreview(headers.cookie) !== undefined;
  for (const name in headers)
    if (
      internalHeaders.test(name) ||
      (preconditions.includes(name) && !sendsParts.test(url)) ||
      (!isPreview && scriptHeaders.test(name))
    )
      delete headers[name];
  const cookie = headers.cookie && !isPreview ? stripPreviewCookies(headers.cookie) : headers.cookie;
  if (cookie !== headers.cookie) {
    headers.cookie = cookie;
    // The preview may have expired.
    response.setHeader('set-cookie', clearPreviewCookie);
  }
  next();
};
