/**
 * A download that is made while it is sent. Its first two parts, a head and what is read first, come before the response, so that a failure is an
 * error; a later one breaks off the download.
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
      // A part that is empty would leave the reader without the next call.
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
