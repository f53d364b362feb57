/** Milliseconds before a read is repeated, doubled up to the most. */
const retryDelay = { least: 500, most: 5_000 };

/** Number of reads that wait for the content lake. */
let waitingReads = 0;
let notice: HTMLElement | undefined;

/** Shows why the Studio stands still. Plain DOM, since it is needed before the Studio has drawn anything. */
function updateNotice(change: 1 | -1) {
  waitingReads += change;
  if (typeof document === 'undefined') return;
  if (waitingReads === 0) notice?.remove();
  else if (!notice?.isConnected) {
    notice = Object.assign(document.createElement('p'), {
      role: 'status',
      textContent:
        'The content store is not answering. It may be restarting, or your connection is lost. The Studio tries again by itself.',
    });
    notice.style.cssText =
      'position:fixed;inset:auto 0 16px;z-index:9999999;width:fit-content;max-width:80vw;margin:auto;padding:12px 16px;border-radius:4px;background:#fce4c8;color:#10292b;font:14px/1.4 system-ui,sans-serif;box-shadow:0 2px 12px #0006';
    document.body.append(notice);
  }
}

/** Resolves after a pause, or as soon as the browser is online again. */
function pauseOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.window?.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    globalThis.window?.addEventListener('online', end);
  });
}

/** Errors of the lake itself are JSON. All else comes from the site, or a proxy before it, in its place. */
const isUnavailable = ({ status, headers }: Response) =>
  [502, 503, 504].includes(status) && !headers.get('content-type')?.includes('json');

/**
 * A `fetch` that repeats a read until the content lake answers, so that a restart delays the Studio and does not end
 * it: its tools crash on reads that fail. Writes fail at once, since others may write meanwhile.
 */
export async function fetchWithRetry(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const { signal } = init;
  const address = input instanceof Request ? input.url : String(input);
  const method = init.method ?? (input instanceof Request ? input.method : 'GET');
  // Long queries are posted.
  if (method !== 'GET' && !/\/data\/query\//.test(address)) return fetch(input, init);
  // The client's own limit must not end the waiting.
  const isCancelled = () => signal?.aborted === true && signal.reason?.name !== 'TimeoutError';
  const attempt = async () => {
    const request = input instanceof Request ? input.clone() : input;
    try {
      const answer = await fetch(request, { ...init, signal: signal?.aborted ? null : (signal ?? null) });
      return isUnavailable(answer) ? undefined : answer;
    } catch (error) {
      if (isCancelled()) throw error;
      return undefined;
    }
  };
  const first = await attempt();
  if (first) return first;
  updateNotice(1);
  try {
    for (let wait = retryDelay.least; ; wait = Math.min(wait * 2, retryDelay.most)) {
      await pauseOrOnline(wait);
      if (isCancelled()) throw signal?.reason;
      const answer = await attempt();
      if (answer) return answer;
    }
  } finally {
    updateNotice(-1);
  }
}
