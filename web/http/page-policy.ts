import { createHash } from 'node:crypto';
import { framePolicy } from './security-headers.ts';

type PageNeeds = {
  /** Inline scripts that may stand in the page, as they stand in the HTML. */
  inlineScripts: readonly string[];
  /** Whether the page has a form, which may lead to the chat. */
  hasForm?: boolean;
  /** Where Razorpay's checkout comes from, on a page that opens it: `live`, or the sandbox's address. */
  checkout?: string | undefined;
  /** A draft preview runs the framework's scripts under this nonce, and its tools write styles and show any picture. */
  previewNonce?: string | undefined;
  /** Development needs eval and web sockets. */
  isDevelopment?: boolean;
};

/** Hosts that Razorpay's checkout talks to, as its documentation lists them. */
const razorpay = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: [
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
    'https://api.razorpay.com',
  ],
  img: ['https://cdn.razorpay.com'],
  // Browsers without room for its frame are sent to a page of its own by a form.
  form: ['https://api.razorpay.com'],
};

function gatewayHosts(checkout: string | undefined): typeof razorpay {
  if (checkout === 'live') return razorpay;
  const hosts = checkout === undefined ? [] : [checkout];
  return { script: hosts, frame: hosts, connect: hosts, img: hosts, form: hosts };
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The Content-Security-Policy of a page. Of scripts, a published page runs its own inline ones and what those load: the
 * framework's own, which it does not need, stay inert wherever nobody takes them out.
 */
export function pagePolicy({
  inlineScripts,
  hasForm,
  checkout,
  previewNonce,
  isDevelopment,
}: PageNeeds): string {
  const gateway = gatewayHosts(checkout);
  const ownScripts = isDevelopment
    ? ["'self'", "'unsafe-eval'", "'unsafe-inline'"]
    : [
        ...(previewNonce ? ["'self'", `'nonce-${previewNonce}'`] : ["'strict-dynamic'"]),
        ...inlineScripts.map(hashOf),
      ];
  const writesStyles = checkout !== undefined || previewNonce !== undefined || isDevelopment;
  const listOf = (...sources: string[]) => sources.join(' ');
  return [
    "default-src 'none'",
    `script-src ${listOf(...ownScripts, ...gateway.script)}`,
    writesStyles ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'; style-src-attr 'unsafe-inline'",
    `img-src ${listOf("'self'", ...gateway.img, ...(previewNonce ? ['data: https: http:'] : []))}`,
    "font-src 'self'",
    // Also on pages that ask for nothing themselves: tools that judge them fetch robots.txt from within.
    `connect-src ${listOf("'self'", ...gateway.connect, ...(isDevelopment ? ['ws:'] : []))}`,
    `form-action ${hasForm ? listOf("'self' https://wa.me https://api.whatsapp.com", ...gateway.form) : "'none'"}`,
    ...(checkout === undefined ? [] : [`frame-src ${listOf(...gateway.frame)}`]),
    framePolicy,
  ].join('; ');
}
