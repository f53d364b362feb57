import { createHmac, timingSafeEqual } from 'node:crypto';

// Not the SDK's, which compares with `===`, throws without a signature, and hashes a body's text instead of its bytes.

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
  return isWebhookSignature(keySecret, Buffer.from(`${storedOrderId}|${paymentId}`), signature);
}

/** Whether it is the hex HMAC-SHA256 of a webhook's raw bytes, in constant time. Never throws. */
export function isWebhookSignature(secret: string, body: Uint8Array, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
