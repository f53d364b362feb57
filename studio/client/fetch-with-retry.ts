import { firstValueFrom, fromEvent, NEVER, race, timer } from 'rxjs';

/** Milliseconds before a read is retried. The pause doubles each time, up to `most`. */
const retryDelay = { least: 500, most: 5_000 };

/** Number of reads waiting for the content lake. */
let waitingReads = 0;
let notice: HTMLElement | undefined;

/** Shows why the Studio waits. Uses plain DOM, because it may be needed before the Studio has rendered. */
function updateNotice(change: 1 | -1) {
  waitingReads += change;
  if (typeof document === 'undefined') return;
  if (waitingReads === 0) notice?.remove();
  else if (!notice?.isConnected) {
    notice = Object.assign(document.createElement('p'), {
      role: 'status',
      textContent:
        'The server is not responding. It may be restarting, or you may be offline. The Studio retries automatically.',
    });
    notice.style.cssText =
      'position:fixed;inset:auto 0 16px;z-index:9999999;width:fit-content;max-width:80vw;margin:auto;padding:12px 16px;border-radius:4px;background:#fce4c8;color:#10292b;font:14px/1.4 system-ui,sans-serif;box-shadow:0 2px 12px #0006';
    document.body.append(notice);
  }
}

/** Resolves after a pause, or as soon as the browser is online again. Node has no window. */
const pauseOrOnline = (milliseconds: number) =>
  firstValueFrom(race(timer(milliseconds), globalThis.window ? fromEvent(window, 'online') : NEVER));

/** The lake's own errors are JSON. Any other 502 to 504 comes from the site or a proxy while the lake is down. */
const isUnavailable = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && !headers.get('content-type')?.includes('json');

/**
 * Retries a read until the content lake responds, because the Studio's tools crash on failed reads. Writes fail at
 * once, since somebody else may write in the meantime.
 */
export async function fetchWithRetry(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const { signal } = init;
  const address = input instanceof Request ? input.url : String(input);
  const method = init.method ?? (input instanceof Request ? input.method : 'GET');
  // Long queries are sent as POST.
  if (method !== 'GET' && !/\/data\/query\//.test(address)) return fetch(input, init);
  // A timeout of the client must not end the retries.
  const isCancelled = () => signal?.aborted === true && signal.reason?.name !== 'TimeoutError';
  const tryOnce = async () => {
    const request = input instanceof Request ? input.clone() : input;
    try {
      const response = await fetch(request, { ...init, signal: signal?.aborted ? null : (signal ?? null) });
      return isUnavailable(response) ? undefined : response;
    } catch (error) {
      if (isCancelled()) throw error;
      return undefined;
    }
  };
  const first = await tryOnce();
  if (first) return first;
  updateNotice(1);
  try {
    for (let wait = retryDelay.least; ; wait = Math.min(wait * 2, retryDelay.most)) {
      await pauseOrOnline(wait);
      if (isCancelled()) throw signal?.reason;
      const response = await tryOnce();
      if (response) return response;
    }
  } finally {
    updateNotice(-1);
  }
}
