import type { LakeConfig } from 'content-lake';
import { isLoopback } from 'content-lake/origins';
import { parse } from 'hono/utils/cookie';
import type { Settings } from '#settings';

/** The longest lifetime that browsers allow, in seconds. The database decides when a session ends. */
const cookieLifetime = 400 * 24 * 60 * 60;

/** Matches headers that only proxies add, except three that the site adds itself. */
const proxyHeaders =
  /^(forwarded|via|cf-.*|cdn-.*|(.*-)?client-ip|ngrok-.*|tailscale-.*|x-(?!(lake-site-key|client-address|request-id)$).*)$/;

/** Knows the site's URL, cookies and origins, and checks requests against them. */
export class Site {
  /** The site's URL without a trailing slash. */
  readonly url: string;
  readonly isLocal: boolean;
  /** The lake's own URL, which only this machine can reach. */
  readonly #lake: string;
  readonly #origins: string[];
  readonly #cookie: string;

  /** On a local site, pages from any of `origins` may use a session, since the Studio may have its own origin. */
  constructor({ siteUrl, isLocal }: Pick<Settings, 'siteUrl' | 'isLocal'>, { origins, port }: LakeConfig) {
    this.url = siteUrl;
    this.isLocal = isLocal;
    this.#lake = `http://localhost:${port}`;
    this.#origins = isLocal ? origins : [siteUrl];
    // Sites on different ports of a machine share cookies, so the name includes the port.
    this.#cookie = siteUrl.startsWith('https:') ? '__Host-staff' : `staff-${new URL(siteUrl).port}`;
  }

  /** Returns the session's secret or, with a suffix, the value of another cookie. */
  readSecret(headers: Headers, suffix = ''): string | undefined {
    return parse(headers.get('cookie') ?? '', this.#cookie + suffix)[this.#cookie + suffix];
  }

  /** Returns a `Set-Cookie` header for a session or, with a suffix, another cookie. A null secret deletes the cookie. */
  cookieFor(secret: string | null, suffix = ''): string {
    const secure = this.url.startsWith('https:') ? '; Secure' : '';
    const lifetime = secret === null ? 0 : cookieLifetime;
    return `${this.#cookie}${suffix}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetime}${secure}`;
  }

  /** Whether a page of the site sent the request. Reads need no proof: other origins cannot see the response. */
  isFromOwnPage(method: string, headers: Headers): boolean {
    const from = headers.get('sec-fetch-site');
    const origin = headers.get('origin');
    if (from === 'cross-site') return false;
    if (origin !== null) return this.#origins.includes(origin);
    const isReading = (method === 'GET' || method === 'HEAD') && !headers.has('upgrade');
    return from === 'same-origin' || (isReading && from !== 'same-site');
  }

  /**
   * Whether the request seems to come from this machine. Not every proxy adds headers, so this is certain only for a
   * request that bypassed the site (`client` is empty).
   */
  isFromThisMachine(headers: Headers, client: string): boolean {
    const names = client ? this.#origins : [this.#lake];
    return (
      this.isLocal &&
      (client === '' || isLoopback(client)) &&
      names.some((name) => new URL(name).host === headers.get('host')) &&
      ![...headers.keys()].some((name) => proxyHeaders.test(name))
    );
  }

  /** Returns the URL if it belongs to the site, and otherwise the Studio's URL. */
  returnUrl(target: string): string {
    const url = URL.parse(target);
    return url && this.#origins.includes(url.origin) ? url.href : `${this.url}/studio`;
  }

  get oneClickUrl(): string {
    return `${this.#lake}/staff/one-click`;
  }

  /** Origins for the directive `form-action`, which browsers also apply to redirects after a form is sent. */
  get formTargets(): string {
    return [...this.#origins, ...(this.isLocal ? [this.#lake] : [])].join(' ');
  }
}
