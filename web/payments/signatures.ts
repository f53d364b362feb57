import { createHmac, timingSafeEqual } from 'node:crypto';

/** True when `signature` is the hex HMAC-SHA256 of `content`; compares in constant time and never throws. */
function isSignedWith(secret: string, content: string | Uint8Array, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(content).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/**
 * Razorpay signs `order_id|payment_id` with the key secret. `storedOrderId` must be the id in the ledger, not the one
 * that a browser sent: a signature of one order was accepted for another in CVE-2026-3507.
 */
export function isPaymentSignature(
  keySecret: string,
  storedOrderId: string,
  paymentId: string,
  signature: string,
): boolean {
  return isSignedWith(keySecret, `${storedOrderId}|${paymentId}`, signature);
}

/** Razorpay signs the bytes of a webhook's body, so it must be checked before anything parses them. */
export function isWebhookSignature(webhookSecret: string, body: Uint8Array, signature: string): boolean {
  return isSignedWith(webhookSecret, body, signature);
}
