import { previewOf, previewOver, withoutPreview } from '#web/http/preview-pass.ts';
import type { Step } from './step.ts';

/** Request headers of Next's scripts, which published pages do not run. */
const ofScripts = /^(?:rsc|next-.*)$/;
/** Internal headers of Next and its hosts. */
const internal = /^x-(?:middleware|nextjs|prerender|invoke|matched|now)-/;

/** Next answers 500 to those that a file does not meet. Its files and pages are small enough to be sent whole. */
const preconditions = ['range', 'if-range', 'if-match', 'if-unmodified-since'];

/**
 * Strips headers and cookies that make Next bypass its cache, since only previews are rendered per request, and those
 * that make it fail.
 */
export const withoutFalseClaims: Step = ({ headers }, response, next) => {
  const isPreview = previewOf(headers.cookie) !== undefined;
  for (const name in headers)
    if (internal.test(name) || preconditions.includes(name) || (!isPreview && ofScripts.test(name)))
      delete headers[name];
  const cookie = headers.cookie && !isPreview ? withoutPreview(headers.cookie) : headers.cookie;
  if (cookie !== headers.cookie) {
    headers.cookie = cookie;
    // It may have expired.
    response.setHeader('set-cookie', previewOver);
  }
  next();
};
