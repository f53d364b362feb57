import { previewOf, previewOver, withoutPreview } from '#web/http/preview-pass.ts';
import type { Step } from './step.ts';

/** Request headers of Next's scripts, which published pages do not run. */
const ofScripts = /^(?:rsc|next-.*)$/;
/** Internal headers of Next and its hosts. */
const internal = /^x-(?:middleware|nextjs|prerender|invoke|matched|now)-/;

/** Strips headers and cookies that make Next bypass its cache: only previews are rendered per request. */
export const withoutFalseClaims: Step = ({ headers }, response, next) => {
  const isPreview = previewOf(headers.cookie) !== undefined;
  for (const name in headers)
    if (internal.test(name) || (!isPreview && ofScripts.test(name))) delete headers[name];
  const cookie = headers.cookie && !isPreview ? withoutPreview(headers.cookie) : headers.cookie;
  if (cookie !== headers.cookie) {
    headers.cookie = cookie;
    // It may have expired.
    response.setHeader('set-cookie', previewOver);
  }
  next();
};
