/** The accountant's ledgers: the default name, which the owner can change, and the Studio's label. */
export const ledgers = {
  gateway: { name: 'Razorpay', title: 'Balance at Razorpay' },
  bank: { name: 'Bank Account', title: 'Bank account for settlements' },
  customers: { name: 'Website Customers', title: 'Customers' },
  fees: { name: 'Payment Gateway Charges', title: 'Razorpay’s fees' },
  gst: { name: 'Input IGST', title: 'GST paid on the fees' },
  disputes: { name: 'Payments Lost in Disputes', title: 'Lost in disputes' },
  suspense: { name: 'Suspense A/c', title: 'Unexplained money' },
  cash: { name: 'Cash', title: 'Cash in hand' },
  tds: { name: 'TDS Receivable', title: 'TDS deducted by customers' },
  writeOffs: { name: 'Bad Debts Written Off', title: 'Written off' },
  credits: { name: 'Discounts and Credit Notes', title: 'Credits to customers' },
} as const;
export type Ledger = keyof typeof ledgers;

/** Ledgers in the order of exports. */
export const ledgerList = Object.keys(ledgers).filter((name): name is Ledger => name in ledgers);

/** Paise by ledger: debits are positive, credits negative, and the sum is 0. */
export type Postings = Partial<Record<Ledger, number>>;
