import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

type Sent = { method?: string; headers?: Record<string, string>; body?: string };
type RawResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Bytes of status line and headers. */
  headBytes: number;
  /** As sent, perhaps compressed. */
  body: Buffer;
  text: string;
};

/** Sends a request to a port of this machine with any path and headers, which `fetch` would change or refuse. */
export function requestRaw(
  port: number | string,
  path: string,
  { method = 'GET', headers = {}, body: sent = '' }: Sent = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers, agent: false };
    request(options, async (response) => {
      const body = await buffer(response);
      const line = 'HTTP/1.1 200 OK\r\n\r\n'.length;
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        headBytes: response.rawHeaders.reduce((sum, text) => sum + text.length + 2, line),
        body,
        text: body.toString(),
      });
    })
      .on('error', reject)
      .end(sent);
  });
}
