import type { Stack } from '../../support/stack.ts';
import { requestAsStaff } from '../../support/staff-request.ts';
import { newBill } from './counter.ts';

/** Sends a staff request about bills. */
export async function postBill(stack: Stack, path: string, body: object) {
  const response = await requestAsStaff(stack, `/payments/bills${path}`, { role: 'administrator', body });
  const { bill } = await response.json();
  return bill;
}

/** Creates a bill over ₹1,000 with a payment link. */
export const make = (stack: Stack, change = {}) =>
  postBill(stack, '', {
    billNumber: newBill(),
    name: 'Asha Verma',
    phone: '9876543210',
    amount: '1000',
    dueOn: '2026-03-31',
    note: 'Search engine optimisation in March',
    ...change,
  });
