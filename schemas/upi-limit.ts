/** The most that UPI usually takes in one payment to a business, in rupees. Checked on 27 November 2026. */
export const usualUpiLimit = 100_000;
