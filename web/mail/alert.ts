import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { siteSettings } from '#web/env.ts';
import { isWebhook } from './outbox.ts';
import { post } from './send.ts';
import { openMailer } from './smtp.ts';

// Used by `deploy/alert@.service`: says that a unit failed. Needs no ledger, because the ledger may be the reason.
const { alerts, mail, siteUrl } = siteSettings();
const [, , unit = 'a unit'] = process.argv;
const { host, hostname: domain } = new URL(siteUrl);
const message = {
  subject: `${host}: ${unit} failed on ${hostname()}`,
  text: `For the reason, run:\njournalctl -u ${unit} -n 100\n\nThen check everything:\nnpm run doctor`,
  reply_to: null,
  message_id: `<${randomUUID()}@${domain}>`,
};
const send = mail && openMailer(mail);
const sent = [alerts.mailTo, alerts.webhook]
  .filter((recipient) => recipient !== undefined)
  .map((recipient) => ({ ...message, recipient }))
  .map((one) => (isWebhook(one) ? post(one) : send?.(one)));
const deliveries = await Promise.all(sent);
for (const one of deliveries) if (one && one.outcome !== 'sent') console.error(one.problem);
if (!deliveries.some((one) => one?.outcome === 'sent')) process.exitCode = 1;
