import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import type { Stack } from '../../support/stack.ts';

export const publish = { _id: 'page-about', _type: 'page', operation: 'update' };

/** Returns the header with which hosted Sanity signs a webhook's body. */
export async function signatureHeader(body: string, secret: string): Promise<Record<string, string>> {
  return { [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(body, Date.now(), secret) };
}

/** Calls the site's webhook for a publish, as hosted Sanity does. */
export async function sendPublish({ siteUrl, secrets }: Stack): Promise<Response> {
  const body = JSON.stringify(publish);
  const headers = await signatureHeader(body, secrets.webhookSecret);
  return fetch(`${siteUrl}/api/revalidate`, { method: 'POST', body, headers });
}
