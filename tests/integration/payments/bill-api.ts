import { newBill, openShop } from './shop.ts';

/** A shop with staff requests about bills. */
export async function openBillApi(env: Record<string, string> = {}) {
  const shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '', ...env }, ['lake', 'sandbox', 'site']);
  const administrator = shop.stack.token('administrator');
  const callBills = async (path: string, body?: unknown, token = administrator) =>
    call(`/bills${path}`, body, token);
  const call = async (path: string, body?: unknown, token = administrator) => {
    const response = await fetch(`${shop.stack.siteUrl}/api/payments${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  };

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
  /** Returns the token of a link. */
  const tokenOf = (url: string) => new URL(url).searchParams.get('link') ?? '';
  const make = async (change = {}) => {
    const { json } = await callBills('', typed(change));
    return { ...json.bill, link: tokenOf(json.bill.url) };
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

  return { shop, callBills, call, typed, tokenOf, make, status, order, pay };
}
