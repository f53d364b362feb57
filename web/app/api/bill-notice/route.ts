import { addCustomerNotice } from '#web/payments/bills/customer-notices.ts';
import { tokenRoute } from '#web/payments/checkout/receipt.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = tokenRoute(
  'Bills',
  'link',
  addCustomerNotice,
);
