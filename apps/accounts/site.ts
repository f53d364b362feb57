import { parse } from 'hono/utils/cookie';
import type { Settings } from '#settings';
import { isLoopback } from '../content-lake/http/origins.ts';

/** Seconds, the most that browsers allow: the database says when a session ends. */
const cookieLifetime = 400 * 24 * 60 * 60;

/** What only a proxy writes. */
const proxyHeaders = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-original-.*|true-client-ip|cf-.*|cdn-.*)$/;

/** The site that people sign in to, and what its address says about a request. */
export class Site {
  /** Without a slash at the end. */
  readonly url: string;
  readonly isLocal: boolean;
  readonly #origins: string[];
  readonly #cookie: string;

  /** `origins`: of pages that may use a session while the site is on this machine, where the Studio may have one of its own. */
  constructor({ siteUrl, isLocal }: Pick<Settings, 'siteUrl' | 'isLocal'>, origins: string[]) {
    this.url = siteUrl;
    this.isLocal = isLocal;
    this.#origins = isLocal ? origins : [siteUrl];
    // Without the prefix, the ports of one machine share their cookies.
    this.#cookie = siteUrl.startsWith('https:') ? '__Host-staff' : `staff-${new URL(siteUrl).port}`;
  }

  /** The secret of the session that a request names. */
  secretOf(headers: Headers): string | undefined {
    return parse(headers.get('cookie') ?? '', this.#cookie)[this.#cookie];
  }

  /** The `Set-Cookie` of a session, or (null) of none. */
  cookieFor(secret: string | null): string {
    const secure = this.url.startsWith('https:') ? '; Secure' : '';
    const lifetime = secret === null ? 0 : cookieLifetime;
    return `${this.#cookie}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetime}${secure}`;
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

  /** Whether a browser on this machine asks: the site's address and the client's are there, and no proxy on the way shows. */
  isFromThisMachine(headers: Headers, client: string): boolean {
    return (
      this.isLocal &&
      isLoopback(client) &&
      this.#origins.some((origin) => new URL(origin).host === headers.get('host')) &&
      ![...headers.keys()].some((name) => proxyHeaders.test(name))
    );
  }

  /** Where somebody goes after signing in: back to the page of ours that sent them, or to the Studio. */
  returnTo(given: string): string {
    const isOurs = URL.canParse(given) && this.#origins.includes(new URL(given).origin);
    return isOurs ? given : `${this.url}/studio`;
  }

  /** For a form's policy, since it also counts for the page that a form leads on to. */
  get formTargets(): string {
    return this.#origins.join(' ');
  }
}
