import { mailNow } from '#web/jobs/jobs.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { openTestLedger } from './test-ledger.ts';

/** Opens a ledger of real payments for a file, whose messages go to a mail server of the test. */
export async function openTestMail(databaseUrl: string, settings: Record<string, string>) {
  const mail = await closeAfterwards(startMailServer());
  const house = await closeAfterwards(
    openTestLedger(databaseUrl, {
      RAZORPAY_KEY_ID: 'rzp_live_x',
      SITE_URL: 'https://www.example.com',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Example Agency <bills@example.com>',
      ...settings,
    }),
  );
  house.clock.at = Date.now();
  return {
    ...house,
    mail,
    later(milliseconds: number) {
      house.clock.at += milliseconds;
    },
    /** Sends what is due, as the mail job does. */
    send: (who = house.payments) => mailNow(who),
    reset() {
      mail.received.length = 0;
      mail.responses.recipient = undefined;
      mail.responses.message = undefined;
    },
    messagesTo: (recipient: string) =>
      house.db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).orderBy('id').execute(),
    subjectsTo: (recipient: string) => mail.to(recipient).map((one) => one.header('Subject')),
  };
}
