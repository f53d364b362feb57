import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token of a bill's pay link: the bill's random id with a signature, so that a link which nobody made never gets as
 * far as the ledger. It says nothing about the bill or its customer.
 */
export function linkTokenOf(billId: string, keySecret: string): string {
  return `${billId}${createHmac('sha256', keySecret).update(`pay link of ${billId}`).digest('base64url').slice(0, 22)}`;
}

/** The bill's id in a token that was signed with one of the secrets. */
export function billIdOf(token: string, keySecrets: string[]): string | undefined {
  if (!/^[\w-]{38}$/.test(token)) return undefined;
  const billId = token.slice(0, 16);
  const isSigned = keySecrets.some((secret) =>
    timingSafeEqual(Buffer.from(linkTokenOf(billId, secret)), Buffer.from(token)),
  );
  return isSigned ? billId : undefined;
}
