import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Settings } from '#settings';
import { minute } from '#web/contracts/durations.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import type { OutboxMessage } from './outbox.ts';

/** `no-server`: the server cannot be used, so other messages would fail as well. */
export type Delivery =
  | { outcome: 'sent' }
  | {
      outcome: 'refused' | 'not-yet' | 'no-server';
      problem: string;
      status?: number | undefined;
      /** Whether the connection broke after the server may have accepted the message. */
      mayHaveLeft: boolean;
    };

export type MessageExtras = {
  /** A GIF below the text. All mail programs show GIFs. */
  picture?: { gif: Uint8Array; alt: string };
  /** Accepts a POST that unsubscribes from this kind of message (RFC 8058). */
  unsubscribeUrl?: string;
};

const failureSchema = z.object({
  message: z.string(),
  permanent: z.boolean().optional(),
  responseCode: z.number().optional(),
  command: z.string().optional(),
});

/**
 * Whether a permanent refusal means that the recipient's address does not exist: enhanced status 5.1.x, except 5.1.7 and
 * 5.1.8, which concern the sender (RFC 3463). Refusals because of quotas (5.2.2, 5.4.5), rates or policies (5.7.1) are
 * temporary, though servers call them permanent.
 */
const unknownAddress = /\b5\.1\.(?![78]\b)\d/;

/** Returns a function that sends one message on its own connection, without hidden retries. It never rejects. */
export function openMailer({ smtpUrl, from }: NonNullable<Settings['mail']>) {
  const { hostname, username } = new URL(smtpUrl);
  const isLocal = hostname === 'localhost' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
  const transport = createTransport({
    url: smtpUrl,
    // Passwords never cross the network unencrypted.
    requireTLS: username !== '' && !isLocal,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: minute,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (
    message: OutboxMessage,
    { picture, unsubscribeUrl }: MessageExtras = {},
  ): Promise<Delivery> => {
    const { recipient, reply_to, subject, text, message_id: messageId } = message;
    const cid = 'picture';
    const image = picture
      ? `<p><img src="cid:${cid}" alt="${escapeMarkup(picture.alt)}" width="180"></p>`
      : '';
    const attached = {
      cid,
      filename: 'pay.gif',
      contentType: 'image/gif',
      contentDisposition: 'inline',
    } as const;
    const attachments = picture ? [{ ...attached, content: Buffer.from(picture.gif) }] : [];
    const body = { text: text ?? '', html: html(text ?? '', image), attachments };
    const to = { name: '', address: recipient ?? '' };
    const replyTo = reply_to === null ? undefined : { name: '', address: reply_to };
    const headers = {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    };
    try {
      await transport.sendMail({ from, to, replyTo, subject, ...body, messageId, headers });
      return { outcome: 'sent' };
    } catch (error) {
      const { message, permanent, responseCode: status, command } = failureSchema.parse(error);
      const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
      const isRefused = permanent && unknownAddress.test(message);
      const outcome = !isAboutMessage ? 'no-server' : isRefused ? 'refused' : 'not-yet';
      const mayHaveLeft = status === undefined && !/ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(message);
      return { outcome, problem: message.slice(0, 500), status, mayHaveLeft };
    }
  };
}

/** Converts paragraphs to HTML. A URL on its own line becomes a link. */
function html(text: string, picture: string): string {
  const paragraphs = escapeMarkup(text)
    .replace(/^https?:\S+$/gm, (address) => `<a href="${address}">${address}</a>`)
    .split('\n\n')
    .map((paragraph) => `<p dir="auto">${paragraph.replaceAll('\n', '<br>')}</p>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><body style="font: 16px/1.5 sans-serif; overflow-wrap: anywhere">${paragraphs.join('')}${picture}</body></html>`;
}
