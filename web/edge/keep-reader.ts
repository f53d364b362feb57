import { choosesGulf, gulfQuery } from '#web/contracts/query-parameters.ts';
import { addQueryToLinks } from '#web/visits/add-source-to-links.ts';
import { isHtml, type RenderedResponse } from './request-next.ts';

/** Adds the reader's choice of the Gulf to the links of a page, because no cookie stores it. */
export function keepReader(url: string, response: RenderedResponse): RenderedResponse {
  if (!choosesGulf(url) || !isHtml(response)) return response;
  const html = addQueryToLinks(response.body.toString(), gulfQuery, (given) => given.has('in'));
  return { ...response, body: Buffer.from(html) };
}
