import type { GatewayPayment } from '#web/payments/razorpay/entities.ts';

/** A sample bill, with Razorpay's data about its orders and payments. */
export const bill = {
  billNumber: 'INV-1',
  customerName: 'आशा Verma',
  customerPhone: '9876543210',
  amountPaise: 149_950,
};
export const now = Date.parse('2026-03-01T10:00:00.000Z');

let serial = 0;
export const id = (prefix: string) => {
  serial += 1;
  return `${prefix}_${String(serial).padStart(14, '0')}`;
};
export const gatewayOrder = () => ({
  id: id('order'),
  amount: bill.amountPaise,
  currency: 'INR',
  status: 'created' as const,
});
export const payment = (orderId: string, change: Partial<GatewayPayment> = {}): GatewayPayment => ({
  id: id('pay'),
  order_id: orderId,
  amount: bill.amountPaise,
  currency: 'INR',
  status: 'captured',
  method: 'upi',
  acquirer_data: { rrn: '123456789012' },
  amount_refunded: 0,
  fee: 100,
  tax: 18,
  created_at: now / 1000,
  ...change,
});
