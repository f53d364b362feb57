/** A request of a scanner: method and target, expected status, headers and body. */
export type Probe = [request: string, status: number, headers?: Record<string, string>, body?: string];

const xml = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>';
const all = (status: number, targets: string[]): Probe[] =>
  targets.map((target) => [`GET ${target}`, status]);

/** Files of our sources and of our build, and of another program. */
const files = all(404, [
  '/.git/config',
  '/.env',
  '/.studio/index.html',
  '/.next/BUILD_ID',
  '/.data/secrets.json',
  '/package.json',
  '/web/server.ts',
  '/wp-login.php',
  '/metrics',
  '/_next/static/chunks/main.js.map',
  '/studio/static/sanity.js.map',
  '/islands/contact.js.map',
]);

/** Path traversal, of a page and of each kind of file. */
const traversals = all(404, [
  '/../../etc/passwd',
  '/..%5c..%5cetc/passwd',
  '/%c0%ae%c0%ae/etc/passwd',
  '/about%00.html',
  '/_next/static/../../../package.json',
  '/_next/static/%2e%2e/%2e%2e/package.json',
  '/_next/static/..%2f..%2fserver/app-paths-manifest.json',
  '/islands/..%2f..%2fpackage.json',
  '/studio/static/..%2f..%2f..%2fpackage.json',
  '/media/..%2f..%2fsecrets.json',
  '/media/%2e%2e/%2e%2e/secrets.json',
  '/opengraph-image/../../etc/passwd',
  '/sitemap/..%2f..%2fpackage.json',
  '/lake/../api/payments',
  '/lake/%2e%2e/api/payments',
]);

/** Next's internal paths. */
const internals = all(404, [
  '/_next/image?url=http://169.254.169.254/latest/meta-data&w=640&q=75',
  '/_next/image?url=%2F%2Fevil.example%2Fx.png&w=640&q=75',
  '/_next/data/x/index.json',
  '/_next/webpack-hmr',
  '/_next/server/app/page.js',
  '/_next/build-manifest.json',
  '/__nextjs_original-stack-frame',
  '/_error',
  '/_not-found',
  '/500',
  '/content/about',
  '/missing/page',
  '/preview',
  '/dev/sections',
]);

/** Staff routes requested by a stranger. */
const strangers: Probe[] = [
  ['GET /api/payments/export', 401],
  ['DELETE /api/payments', 401],
  ['GET /api/draft-mode/enable?sanity-preview-secret=guess&sanity-preview-pathname=//evil.example', 401],
  ['GET /api/draft-mode/events', 403],
  ['POST /api/revalidate', 401, {}, '{}'],
  ['POST /api/razorpay-webhook', 401, { 'content-type': 'application/json' }, '{}'],
  ['GET /lake/v1/users/me', 401],
  ['GET /lake/v2025-02-19/data/query/production?query=*', 401],
  ['GET /lake/v2025-02-19/data/export/production', 401],
  ['GET /lake/v2025-02-19/data/listen/production?query=*', 401],
  [
    'POST /lake/v2025-02-19/data/mutate/production',
    401,
    { 'content-type': 'application/json' },
    '{"mutations":[]}',
  ],
  ['POST /lake/v2025-02-19/assets/images/production', 401, {}, xml],
  ['GET /lake/v1/tokens', 404],
  ['GET /lake/staff', 404],
  ['GET /staff/users', 404],
];

/**
 * Requests for a page with headers by which proxies change a request. They have no effect. A unit test of the page cache
 * sends the headers of Next.
 */
const ignoredHeaders: Record<string, string>[] = [
  { 'x-http-method-override': 'DELETE' },
  { 'x-original-url': '/api/payments' },
  { 'x-rewrite-url': '/staff' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-for': '127.0.0.1, <script>' },
  { forwarded: 'host=evil.example' },
  { host: 'evil.example' },
  { host: '169.254.169.254' },
  { 'x-lake-site-key': 'guess' },
  { cookie: '__next_preview_data=guess' },
  { 'content-security-policy': 'script-src *' },
  { upgrade: 'websocket', connection: 'upgrade' },
];

const targets: Probe[] = [
  ['GET http://evil.example/about', 200],
  ['GET https://169.254.169.254/latest/meta-data', 404],
  ['GET http://evil.example/api/payments', 401],
  ['GET /about?q=<script>alert(1)</script>', 200],
  ['GET /about%0d%0aX-Injected:%20evil.example', 404],
  ['GET /?url=http://evil.example', 200],
];

const methods: Probe[] = ['TRACE', 'PROPFIND', 'PURGE', 'PUT', 'DELETE', 'PATCH'].flatMap(
  (method): Probe[] => [
    ...['/about', '/nowhere', '/robots.txt', '/livez', '/studio', '/media/x.png', '/_next/static/x.js'].map(
      (path): Probe => [`${method} ${path}`, 405],
    ),
    ...['enquiry', 'create-razorpay-order', 'verify-razorpay-payment', 'razorpay-webhook', 'revalidate'].map(
      (route): Probe => [`${method} /api/${route}`, 405],
    ),
  ],
);

/** Bodies that no route accepts. */
const bodies: Probe[] = [
  ...['create-razorpay-order', 'verify-razorpay-payment', 'payment-status', 'bill-status'].flatMap(
    (route): Probe[] => [
      [`POST /api/${route}`, 400, { 'content-type': 'application/json' }, xml],
      [`POST /api/${route}`, 415, { 'content-type': 'application/xml' }, xml],
      [`POST /api/${route}`, 415, { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
    ],
  ),
  ['POST /api/enquiry', 400, { 'content-type': 'application/json' }, xml],
  ['POST /api/enquiry', 400, { 'content-type': 'multipart/form-data' }, xml],
  ['POST /api/razorpay-callback', 415, { 'content-type': 'application/xml' }, xml],
  ['POST /api/draft-mode/disable', 405, {}, xml],
  ['POST /about', 405, { 'next-action': '0'.repeat(40), 'content-type': 'text/plain' }, '[]'],
  ['POST /preview', 405, { 'next-action': '0'.repeat(40), 'content-type': 'text/plain' }, '[]'],
];

export const probes: Probe[] = [
  ...files,
  ...traversals,
  ...internals,
  ...strangers,
  ...ignoredHeaders.map((headers): Probe => ['GET /about', 200, headers]),
  ...targets,
  ...methods,
  ...bodies,
];
