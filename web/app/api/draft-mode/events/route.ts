import { draftMode } from 'next/headers';
import { draftClient } from '#web/content/client.ts';
import { second } from '#web/contracts/durations.ts';
import { mayPreview } from '#web/preview/may-preview.ts';

/** Milliseconds between checks that the session or share is still valid. */
const checkEvery = 5 * second;
/** Milliseconds between heartbeats, so that proxies do not close an idle connection. */
const heartbeatEvery = 25 * second;

/** Ends the streams on shutdown. */
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

/** Sends a server-sent event for each document change, so that previews re-render. Requires a valid preview. */
export async function GET(request: Request): Promise<Response> {
  const may = await mayPreview(request.headers);
  if (!(await draftMode()).isEnabled || may === null)
    return new Response('Open a preview first.', { status: 403 });
  const text = new TextEncoder();
  const over = new AbortController();
  const gone = AbortSignal.any([request.signal, stopping.signal, over.signal]);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: string) => controller.enqueue(text.encode(line));
      send(may?.until ? `event: until\ndata: ${may.until}\n\n` : ': connected\n\n');
      const changes = draftClient()
        .listen(
          '*[!(_id in path("_.**"))]',
          {},
          // The welcome event counts as a change, so that the preview also shows edits made while it was disconnected.
          { includeResult: false, visibility: 'query', events: ['welcome', 'mutation'] },
        )
        .subscribe({ next: () => send('event: change\ndata: \n\n'), error: () => over.abort() });
      const heartbeat = setInterval(() => send(': \n\n'), heartbeatEvery);
      const check = setInterval(async () => {
        if ((await mayPreview(request.headers)) !== null || gone.aborted) return;
        send('event: over\ndata: \n\n');
        over.abort();
      }, checkEvery);
      const end = () => {
        clearInterval(heartbeat);
        clearInterval(check);
        changes.unsubscribe();
        try {
          controller.close();
        } catch {
          // The browser has already closed the stream.
        }
      };
      // The browser may have disconnected during the permission check.
      if (gone.aborted) end();
      else gone.addEventListener('abort', end);
    },
  });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' },
  });
}
