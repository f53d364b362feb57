import { createHash } from 'node:crypto';

/**
 * The Content-Security-Policy comes in two headers, and a browser enforces both. One is the same on every answer (in
 * `next.config.ts`); this one says what one page may load and run, and knows its inline scripts by their hashes.
 */

type PageNeeds = {
  /** Inline scripts, as they stand in the HTML. */
  inlineScripts?: string[];
  /** Whether scripts from our own address run (React's). */
  ownScripts: boolean;
  /** A nonce beside hashes, for pages that are rendered for one request. */
  nonce?: string;
  /** A preview, whose tools write styles and show pictures from the Studio. */
  isPreview?: boolean;
  /** Where Razorpay's checkout comes from: `live`, or the sandbox's address. */
  checkout?: string;
  /** Development needs eval and web sockets. */
  development?: boolean;
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

export function pagePolicy({
  inlineScripts = [],
  ownScripts,
  nonce,
  isPreview,
  checkout,
  development,
}: PageNeeds): string {
  const hashes = new Set(
    inlineScripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  );
  const gateway =
    checkout === undefined
      ? undefined
      : checkout === 'live'
        ? razorpay
        : { script: [checkout], frame: [checkout], connect: [checkout], img: [checkout], form: [checkout] };
  const scripts = [
    ...(ownScripts || development ? ["'self'"] : []),
    ...(nonce ? [`'nonce-${nonce}'`] : []),
    ...(development ? ["'unsafe-eval'", "'unsafe-inline'"] : hashes),
    ...(gateway?.script ?? []),
  ];
  return [
    "default-src 'none'",
    `script-src ${scripts.length > 0 ? scripts.join(' ') : "'none'"}`,
    // Razorpay's dialog and React's overlays in previews write style elements; pages of ours have style attributes only.
    gateway || isPreview || development
      ? "style-src 'self' 'unsafe-inline'"
      : "style-src 'self'; style-src-attr 'unsafe-inline'",
    `img-src 'self'${gateway ? ` ${gateway.img.join(' ')}` : ''}${isPreview ? ' data: https: http:' : ''}`,
    "font-src 'self'",
    // Also on pages that ask for nothing themselves: tools that judge them fetch robots.txt from within.
    `connect-src 'self'${gateway ? ` ${gateway.connect.join(' ')}` : ''}${development ? ' ws:' : ''}`,
    // A page without scripts of the framework has no form.
    ownScripts || development
      ? `form-action 'self' https://wa.me https://api.whatsapp.com${gateway ? ` ${gateway.form.join(' ')}` : ''}`
      : "form-action 'none'",
    ...(gateway ? [`frame-src ${gateway.frame.join(' ')}`] : []),
  ].join('; ');
}
