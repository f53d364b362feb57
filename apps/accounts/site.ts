import type { LakeConfig } from 'content-lake';
import { isLoopback } from 'content-lake/origins';
import { parse } from 'hono/utils/cookie';
import type { Settings } from '#settings';

/** Seconds, the most that browsers allow: the database says when a session ends. */
const cookieLifetime = 400 * 24 * 60 * 60;

/** Headers that only proxies write; three of the names the site writes itself. */
const proxyHeaders =
  /^(forwarded|via|cf-.*|cdn-.*|.*-client-ip|x-(?!(lake-site-key|client-address|request-id)$).*)$/;

/** The site that people sign in to, and what its address says about a request. */
export class Site {
  /** Without a slash at the end. */
  readonly url: string;
  readonly isLocal: boolean;
  /** Past the site, by the port that this machine alone reaches. */
  readonly #lake: string;
  readonly #origins: string[];
  readonly #cookie: string;

  /** Of the lake's `origins`, pages may use a session while the site is on this machine: there the Studio may have its own. */
  constructor({ siteUrl, isLocal }: Pick<Settings, 'siteUrl' | 'isLocal'>, { origins, port }: LakeConfig) {
    this.url = siteUrl;
    this.isLocal = isLocal;
    this.#lake = `http://localhost:${port}`;
    this.#origins = isLocal ? origins : [siteUrl];
    // Without the prefix, the ports of one machine share their cookies.
    this.#cookie = siteUrl.startsWith('https:') ? '__Host-staff' : `staff-${new URL(siteUrl).port}`;
  }

  /** The secret of the session that a request names; with the end of another cookie's name, what that one holds. */
  secretOf(headers: Headers, end = ''): string | undefined {
    return parse(headers.get('cookie') ?? '', this.#cookie + end)[this.#cookie + end];
  }

  /** The `Set-Cookie` of a session, or (null) of none; or of another cookie. */
  cookieFor(secret: string | null, end = ''): string {
    const secure = this.url.startsWith('https:') ? '; Secure' : '';
    const lifetime = secret === null ? 0 : cookieLifetime;
    return `${this.#cookie}${end}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetime}${secure}`;
  }

  /** Whether a page of the site's own sent a request. Reading is believed without a sign: what is read, others cannot see. */
  isOwnPage(method: string, headers: Headers): boolean {
    const from = headers.get('sec-fetch-site');
    const origin = headers.get('origin');
    if (from === 'cross-site') return false;
    if (origin !== null) return this.#origins.includes(origin);
    const isReading = (method === 'GET' || method === 'HEAD') && !headers.has('upgrade');
    return from === 'same-origin' || (isReading && from !== 'same-site');
  }

  /**
   * Whether a browser on this machine may be asking: the site's address and the client's are there, and no proxy on the way
   * shows. Not each shows, so only what comes past the site, from nobody, is known to be from here.
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

  /** Where somebody goes after signing in: back to the page of ours that sent them, or to the Studio. */
  returnTo(given: string): string {
    const url = URL.parse(given);
    return url && this.#origins.includes(url.origin) ? url.href : `${this.url}/studio`;
  }

  /** Where a form with one click goes. */
  get oneClick(): string {
    return `${this.#lake}/staff/one-click`;
  }

  /** For a form's policy, since it also counts for the page that a form leads on to. */
  get formTargets(): string {
    return [...this.#origins, ...(this.isLocal ? [this.#lake] : [])].join(' ');
  }
}
