import { findStatementBill } from '#web/payments/bills/statement.ts';
import { findOrder } from '#web/payments/ledger/orders.ts';
import { getPayments } from '#web/payments/runtime.ts';
import { secondsUntilRead } from './receipt.ts';

type Check = { isFound: boolean; secondsToWait: number };

/**
 * Checks whether a receipt or statement exists and whether the client may read it now. If the ledger cannot be read,
 * the page counts as found and reports the error itself.
 */
export async function checkCustomerPage(
  kind: 'receipt' | 'statement',
  token: string,
  client: string,
): Promise<Check> {
  try {
    const payments = await getPayments();
    const secondsToWait = await secondsUntilRead(payments, client);
    if (secondsToWait > 0) return { isFound: true, secondsToWait };
    const found =
      kind === 'statement'
        ? await findStatementBill(payments.db, token, payments.now())
        : await findOrder(payments.db, token, 'receipt_token');
    return { isFound: found !== undefined, secondsToWait };
  } catch {
    return { isFound: true, secondsToWait: 0 };
  }
}
