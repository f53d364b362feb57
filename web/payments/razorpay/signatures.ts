import { createHmac, timingSafeEqual } from 'node:crypto';

// Replaces the SDK's functions, which compare with `===`, throw without a signature, and hash text instead of bytes.

/**
 * Checks the signature of `order_id|payment_id` with the key secret. `storedOrderId` must come from the ledger, not
 * from the browser: in CVE-2026-3507 a signature of one order was accepted for another.
 */
export function isPaymentSignature(
  keySecret: string,
  storedOrderId: string,
  paymentId: string,
  signature: string,
): boolean {
  return isWebhookSignature(keySecret, Buffer.from(`${storedOrderId}|${paymentId}`), signature);
}

/** Checks the hex HMAC-SHA256 of a webhook's raw bytes in constant time. Never throws. */
export function isWebhookSignature(secret: string, body: Uint8Array, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
