import { createServer } from 'node:http';
import { evaluate, parse } from 'groq-js';
import { listen } from './listen.ts';

/** Serves queries about these documents, as the content API does. Returns its address and a function that ends it. */
export async function serveContent(documents: object[]): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const params = Object.fromEntries(
      [...searchParams].flatMap(([name, value]) =>
        name.startsWith('$') ? [[name.slice(1), JSON.parse(value)]] : [],
      ),
    );
    const found = await evaluate(parse(searchParams.get('query') ?? '', { params }), {
      dataset: documents,
      params,
    });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ result: await found.get(), syncTags: [], ms: 1 }));
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, close: () => void server.close() };
}
