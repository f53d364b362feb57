import { previewOf, previewOver, withoutPreview } from '#web/http/preview-pass.ts';
import type { Step } from './step.ts';

/** By these Next's scripts ask for data and actions; published pages run none of them. */
const ofScripts = /^(?:rsc|next-.*)$/;
/** These Next and its hosts write for themselves. */
const internal = /^x-(?:middleware|nextjs|prerender|invoke|matched|now)-/;

/** Takes from a request what would have Next render anew for whoever says so: only a preview is rendered for itself. */
export const withoutFalseClaims: Step = ({ headers }, response, next) => {
  const isPreview = previewOf(headers.cookie) !== undefined;
  for (const name in headers)
    if (internal.test(name) || (!isPreview && ofScripts.test(name))) delete headers[name];
  const cookie = headers.cookie && !isPreview ? withoutPreview(headers.cookie) : headers.cookie;
  if (cookie !== headers.cookie) {
    headers.cookie = cookie;
    // It may be one that is over.
    response.setHeader('set-cookie', previewOver);
  }
  next();
};
