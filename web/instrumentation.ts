/** Runs once when the server starts, before it takes requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { siteSettings } = await import('./env.ts');
  siteSettings();
  const { keepPathsWellFormed } = await import('./delivery/well-formed-paths.ts');
  keepPathsWellFormed();
  const { refuseUnknownMethods } = await import('./delivery/known-methods.ts');
  refuseUnknownMethods();
  const { compressAnswers } = await import('./delivery/compress-answers.ts');
  compressAnswers();
  const { startPayments } = await import('./payments/runtime.ts');
  startPayments();
  const { warnOfPlaceholders } = await import('./content/warn-of-placeholders.ts');
  void warnOfPlaceholders(process.env.RAZORPAY_KEY_ID);
}
