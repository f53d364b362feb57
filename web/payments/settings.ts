import { isLiveKey, type Settings, settingsError } from '#settings';
import { databaseLocation } from '#web/database/location.ts';
import { siteSettings } from '#web/env.ts';

export type PaymentSettings = ReturnType<typeof paymentSettings>;

/** Throws an Error if there are no keys. */
export function paymentSettings(settings: Settings) {
  const { razorpay } = settings;
  if (!razorpay)
    throw settingsError([
      'RAZORPAY_KEY_ID is missing: copy it from the Razorpay dashboard, or use `npm start`',
    ]);
  const { keyId, keySecret, webhookSecret } = razorpay;
  return {
    keyId,
    keySecret,
    /** Current and previous secret: a checkout may have been signed before a rotation. */
    keySecrets: [keySecret, settings.previousKeySecret].filter((secret) => secret !== undefined),
    /** Current and previous secret: events from before a rotation keep their signature. */
    webhookSecrets: [webhookSecret, settings.previousWebhookSecret].filter((secret) => secret !== undefined),
    /** Base URL of the sandbox; undefined when the site uses Razorpay itself. */
    apiUrl: settings.razorpayUrl,
    ...databaseLocation(settings),
    ordersPerMinute: settings.ordersPerMinute,
    ordersPerHour: settings.ordersPerHour,
    /** In paise. Refunds up to this sum per payment, and per person and day, need no second person. */
    refundApprovalAbove: settings.refundApprovalAbove * 100,
    /** Days within which the gateway pays out captured payments. */
    settledWithinDays: settings.settledWithinDays,
    isTest: !isLiveKey(keyId),
    siteUrl: settings.siteUrl,
    mail: settings.mail,
    /** E-mail address of the staff who are notified of payments. */
    noticeTo: settings.paymentNoticeTo,
    reminderDays: settings.reminderDays,
  };
}

/** Returns the URL of checkout.js, or of the sandbox's version. */
export function checkoutScriptUrl(): string {
  return `${siteSettings().razorpayUrl ?? 'https://checkout.razorpay.com'}/v1/checkout.js`;
}
