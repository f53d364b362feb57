import { type Settings, settingsError } from '#settings';
import { databasePlace } from '#web/database/place.ts';
import { siteSettings } from '#web/env.ts';

export type PaymentSettings = ReturnType<typeof paymentSettings>;

/** What the payments need of the settings. Throws an Error when there are no keys. */
export function paymentSettings(settings: Settings) {
  const { razorpay } = settings;
  if (!razorpay)
    throw settingsError([
      'RAZORPAY_KEY_ID is missing: copy it from the Razorpay dashboard, or use `npm start`',
    ]);
  const { keyId, keySecret, webhookSecret } = razorpay;
  const isLive = keyId.startsWith('rzp_live_');
  return {
    keyId,
    keySecret,
    /** The one in use, then the one before it, with which the checkout may have signed before a change. */
    keySecrets: [keySecret, settings.previousKeySecret].filter((secret) => secret !== undefined),
    /** The one in use, then the one before it, with which events from before a change are still signed. */
    webhookSecrets: [webhookSecret, settings.previousWebhookSecret].filter((secret) => secret !== undefined),
    /** Base URL of the payment sandbox; undefined with real Razorpay. */
    apiUrl: settings.razorpayUrl,
    ...databasePlace(settings),
    ordersPerMinute: settings.ordersPerMinute,
    ordersPerHour: settings.ordersPerHour,
    /** In paise, for a payment in all and for a person on a day: a refund above it needs a second person. */
    refundApprovalAbove: settings.refundApprovalAbove * 100,
    retentionDays: settings.retentionDays,
    isTest: !isLive,
    siteUrl: settings.siteUrl,
    mail: settings.mail,
    /** Who among the staff is told of money by e-mail. */
    noticeTo: settings.paymentNoticeTo,
  };
}

/** Address of Razorpay's browser script: the sandbox's own when the sandbox is used. */
export function checkoutScriptUrl(): string {
  return `${siteSettings().razorpayUrl ?? 'https://checkout.razorpay.com'}/v1/checkout.js`;
}
