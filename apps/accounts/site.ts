import type { LakeConfig } from 'content-lake';
import { isLoopback } from 'content-lake/origins';
import { parse } from 'hono/utils/cookie';
import type { Settings } from '#settings';

/** Seconds, the browsers' maximum: the database decides when a session ends. */
const cookieLifetime = 400 * 24 * 60 * 60;

/** Headers that only proxies write, except three that the site sets itself. */
const proxyHeaders =
  /^(forwarded|via|cf-.*|cdn-.*|(.*-)?client-ip|ngrok-.*|tailscale-.*|x-(?!(lake-site-key|client-address|request-id)$).*)$/;

/** The site that people sign in to, as its URL and requests show it. */
export class Site {
  /** Without a slash at the end. */
  readonly url: string;
  readonly isLocal: boolean;
  /** Reachable only from this machine. */
  readonly #lake: string;
  readonly #origins: string[];
  readonly #cookie: string;

  /** Pages of `origins` may use a session on a local site, where the Studio may have its own origin. */
  constructor({ siteUrl, isLocal }: Pick<Settings, 'siteUrl' | 'isLocal'>, { origins, port }: LakeConfig) {
    this.url = siteUrl;
    this.isLocal = isLocal;
    this.#lake = `http://localhost:${port}`;
    this.#origins = isLocal ? origins : [siteUrl];
    // Ports of one machine share their cookies.
    this.#cookie = siteUrl.startsWith('https:') ? '__Host-staff' : `staff-${new URL(siteUrl).port}`;
  }

  /** The session's secret; with `end`, the value of another cookie. */
  secretOf(headers: Headers, end = ''): string | undefined {
    return parse(headers.get('cookie') ?? '', this.#cookie + end)[this.#cookie + end];
  }

  /** `Set-Cookie` for a session or another cookie; null deletes it. */
  cookieFor(secret: string | null, end = ''): string {
    const secure = this.url.startsWith('https:') ? '; Secure' : '';
    const lifetime = secret === null ? 0 : cookieLifetime;
    return `${this.#cookie}${end}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetime}${secure}`;
  }

  /** Whether one of the site's pages sent the request. Reads need no proof, as other origins cannot see the response. */
  isFromOwnPage(method: string, headers: Headers): boolean {
    const from = headers.get('sec-fetch-site');
    const origin = headers.get('origin');
    if (from === 'cross-site') return false;
    if (origin !== null) return this.#origins.includes(origin);
    const isReading = (method === 'GET' || method === 'HEAD') && !headers.has('upgrade');
    return from === 'same-origin' || (isReading && from !== 'same-site');
  }

  /** Whether the request may be local. Not every proxy shows, so only one past the site (no client) surely is. */
  isFromThisMachine(headers: Headers, client: string): boolean {
    const names = client ? this.#origins : [this.#lake];
    return (
      this.isLocal &&
      (client === '' || isLoopback(client)) &&
      names.some((name) => new URL(name).host === headers.get('host')) &&
      ![...headers.keys()].some((name) => proxyHeaders.test(name))
    );
  }

  /** One of our pages, or else the Studio. */
  returnUrl(given: string): string {
    const url = URL.parse(given);
    return url && this.#origins.includes(url.origin) ? url.href : `${this.url}/studio`;
  }

  get oneClickUrl(): string {
    return `${this.#lake}/staff/one-click`;
  }

  /** For a form's CSP, which also applies to redirects. */
  get formTargets(): string {
    return [...this.#origins, ...(this.isLocal ? [this.#lake] : [])].join(' ');
  }
}
