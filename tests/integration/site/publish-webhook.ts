import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import type { Stack } from '../../support/stack.ts';

export const publish = { _id: 'page-about', _type: 'page', operation: 'update' };

/** The header by which hosted Sanity signs what its webhook sends. */
export async function signatureHeader(body: string, secret: string): Promise<Record<string, string>> {
  return { [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(body, Date.now(), secret) };
}

/** Tells the site of a publish as hosted Sanity does. */
export async function sendPublish({ siteUrl, secrets }: Stack): Promise<Response> {
  const body = JSON.stringify(publish);
  const headers = await signatureHeader(body, secrets.webhookSecret);
  return fetch(`${siteUrl}/api/revalidate`, { method: 'POST', body, headers });
}
