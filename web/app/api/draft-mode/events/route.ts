import { draftMode } from 'next/headers';
import { draftClient } from '#web/content/client.ts';
import { mayPreview } from '#web/preview/may-preview.ts';

/** Milliseconds between two looks at whether the session or the share lasts. */
const checkMs = 400;
/** Keeps proxies from closing a silent connection. */
const heartbeatMs = 25_000;

/** Nothing else would end a stream when the site is about to end. */
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

/** Tells a preview whenever a document changes, so that it can render itself again. Only for those who see drafts. */
export async function GET(request: Request): Promise<Response> {
  const may = await mayPreview(request.headers);
  if (!(await draftMode()).isEnabled || may === null)
    return new Response('Only in previews.', { status: 403 });
  const text = new TextEncoder();
  const gone = AbortSignal.any([request.signal, stopping.signal]);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: string) => controller.enqueue(text.encode(line));
      send(may?.until ? `event: until\ndata: ${may.until}\n\n` : ': connected\n\n');
      const heartbeat = setInterval(() => send(': \n\n'), heartbeatMs);
      const check = setInterval(async () => {
        if ((await mayPreview(request.headers)) !== null || gone.aborted) return;
        send('event: over\ndata: \n\n');
        end();
      }, checkMs);
      const end = () => {
        clearInterval(heartbeat);
        clearInterval(check);
        changes.unsubscribe();
        try {
          controller.close();
        } catch {
          // The browser was faster.
        }
      };
      const changes = draftClient()
        .listen(
          '*[!(_id in path("_.**"))]',
          {},
          // A welcome counts as a change: what was edited before the connection stood, or while it was lost, shows too.
          { includeResult: false, visibility: 'query', events: ['welcome', 'mutation'] },
        )
        .subscribe({ next: () => send('event: change\ndata: \n\n'), error: end });
      gone.addEventListener('abort', end);
    },
  });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' },
  });
}
