/**
 * Creates a download that is generated while it is sent. The first two parts are generated before the response starts,
 * so that a failure in them becomes an error response. A later failure aborts the download.
 */
export async function streamedFile(
  name: string,
  type: string,
  parts: AsyncGenerator<string, void>,
): Promise<Response> {
  const first = [await parts.next(), await parts.next()];
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = first.shift() ?? (await parts.next());
      if (value) controller.enqueue(bytes.encode(value));
      if (done) controller.close();
      // After an empty part the stream would not call `pull` again.
      else if (!value) await this.pull?.(controller);
    },
    cancel: async () => {
      await parts.return();
    },
  });
  return new Response(body, { headers: fileHeaders(name, type) });
}

export const fileHeaders = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'no-store',
});
