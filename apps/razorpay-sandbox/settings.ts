import path from 'node:path';
import { readSettings, settingsError } from '#settings';

/** The sandbox's settings. Throws an Error that names each wrong variable. */
export function sandboxSettings() {
  const { razorpay, sandbox, dataDir } = readSettings(process.env);
  if (!razorpay) throw settingsError(['RAZORPAY_KEY_ID is missing: `npm start` sets it']);
  if (razorpay.keyId.startsWith('rzp_live_'))
    throw settingsError(['RAZORPAY_KEY_ID is a live key: the payment sandbox never runs with live keys']);
  return { ...sandbox, ...razorpay, folder: path.join(dataDir, 'razorpay-sandbox') };
}

export type Settings = ReturnType<typeof sandboxSettings>;
