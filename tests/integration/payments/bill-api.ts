import type { StaffRequest } from '../../support/staff-request.ts';
import { newBill, openShop } from './shop.ts';

/** A shop with staff requests about bills. */
export async function openBillApi(env: Record<string, string> = {}) {
  const shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '', ...env }, ['lake', 'sandbox', 'site']);
  const call = async (path: string, body?: object, role: StaffRequest['role'] = 'administrator') => {
    const response = await shop.staff(path, { role, body });
    return { status: response.status, json: await response.json() };
  };
  const callBills = (path: string, ...rest: [body?: object, role?: StaffRequest['role']]) =>
    call(`/bills${path}`, ...rest);

  let count = 0;
  const typed = (change = {}) => {
    count += 1;
    return {
      billNumber: `LINK-${count}`,
      name: 'Asha Verma',
      phone: '+91 98765 43210',
      amount: '₹1,000.00',
      dueOn: '31/03/2026',
      note: 'SEO in March',
      ...change,
    };
  };
  const make = async (change = {}) => {
    const { json } = await callBills('', typed(change));
    return { ...json.bill, link: new URL(json.bill.url).searchParams.get('link') ?? '' };
  };
  const status = (link: unknown) => shop.post('bill-status', { link });
  const order = (bill: { bill_number: string; link: string }, amount: number, change = {}) =>
    shop.post('create-razorpay-order', {
      ...newBill({ billNumber: bill.bill_number, amount, ...change }),
      link: bill.link,
    });
  const pay = async (bill: { bill_number: string; link: string }, amount: number, change = {}) => {
    const { json } = await order(bill, amount, change);
    const paid = await shop.pay(json.orderId);
    return shop.verify(newBill({ billNumber: bill.bill_number, amount, ...change }), paid);
  };

  return { shop, callBills, call, typed, make, status, order, pay };
}
