import { framePolicy, hashForPolicy } from './security-headers.ts';

type PageNeeds = {
  /** Inline scripts to allow, exactly as they are in the HTML. */
  inlineScripts: readonly string[];
  /** Whether the page has a form, which may redirect to the chat. */
  hasForm?: boolean;
  /** Address that plays films in a frame. Set only on pages with a film, which may also be a file of our own. */
  filmHost?: string | undefined;
  /** Set only on pages with Razorpay's checkout: either `live` or the sandbox's address. */
  checkout?: string | undefined;
  /** Nonce for Next's scripts in a preview. The preview's tools also need inline styles and pictures from any host. */
  previewNonce?: string | undefined;
  /** Development needs `eval` and web sockets. */
  isDevelopment?: boolean;
};

/** Addresses to which the enquiry form may redirect. */
const chatTargets = "'self' https://wa.me https://api.whatsapp.com";

/** Hosts of Razorpay's checkout, from Razorpay's documentation. */
const razorpay = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: [
    'https://lumberjack.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
    'https://api.razorpay.com',
  ],
  img: ['https://cdn.razorpay.com'],
  // If a browser cannot show the checkout's frame, a form posts to Razorpay's hosted page.
  form: ['https://api.razorpay.com'],
};

function gatewayHosts(checkout: string | undefined): typeof razorpay {
  if (checkout === 'live') return razorpay;
  const hosts = checkout === undefined ? [] : [checkout];
  return { script: hosts, frame: hosts, connect: hosts, img: hosts, form: hosts };
}

/**
 * Returns the Content-Security-Policy of a page. A published page runs only its inline scripts and the scripts that they
 * load. Next's own scripts are blocked.
 */
export function pagePolicy({
  inlineScripts,
  hasForm,
  filmHost,
  checkout,
  previewNonce,
  isDevelopment,
}: PageNeeds): string {
  const gateway = gatewayHosts(checkout);
  const ownScripts = isDevelopment
    ? ["'self'", "'unsafe-eval'", "'unsafe-inline'"]
    : [
        ...(previewNonce ? ["'self'", `'nonce-${previewNonce}'`] : ["'strict-dynamic'"]),
        ...inlineScripts.map(hashForPolicy),
      ];
  const writesStyles = checkout !== undefined || previewNonce !== undefined || isDevelopment;
  const frames = [...gateway.frame, ...(filmHost ? [filmHost] : [])];
  const joinSources = (...sources: string[]) => sources.join(' ');
  return [
    "default-src 'none'",
    `script-src ${joinSources(...ownScripts, ...gateway.script)}`,
    writesStyles ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'; style-src-attr 'unsafe-inline'",
    `img-src ${joinSources("'self'", ...gateway.img, ...(previewNonce ? ['data: https: http:'] : []))}`,
    "font-src 'self'",
    // Pages that fetch nothing need `connect-src` too: auditing tools fetch robots.txt from within the page.
    `connect-src ${joinSources("'self'", ...gateway.connect, ...(isDevelopment ? ['ws:'] : []))}`,
    `form-action ${hasForm ? joinSources(chatTargets, ...gateway.form) : "'none'"}`,
    ...(filmHost ? ["media-src 'self'"] : []),
    ...(frames.length === 0 ? [] : [`frame-src ${joinSources(...frames)}`]),
    framePolicy,
  ].join('; ');
}
