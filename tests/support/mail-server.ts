import { text as textOf } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { listen } from './listen.ts';

/** A received message and its parts. */
export type Received = {
  recipients: string[];
  /** Header lines, unfolded and with encoded words decoded. */
  headers: string[];
  header(name: string): string | undefined;
  text: string;
  html: string;
  raw: string;
};

/** Functions that choose the response to a recipient or a message: an SMTP code with an optional text. Undefined accepts it. */
type Responses = {
  recipient?: (address: string) => number | string | undefined;
  message?: (received: Received) => number | string | undefined | Promise<undefined>;
};

/** Starts an SMTP server on a free port. It stores accepted messages in `received`. */
export async function startMailServer() {
  const received: Received[] = [];
  const responses: Responses = {};
  const errorOf = (response: number | string) => {
    const [code, ...words] = String(response).split(' ');
    return Object.assign(new Error(words.join(' ') || 'not this time'), { responseCode: Number(code) });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const code = responses.recipient?.(address);
      callback(code ? errorOf(code) : null);
    },
    async onData(stream, session, callback) {
      // A client that is killed while sending has sent no message.
      const raw = await textOf(stream).catch(() => undefined);
      if (raw === undefined) return;
      const message = readMessage(
        raw,
        session.envelope.rcptTo.map(({ address }) => address),
      );
      const code = await responses.message?.(message);
      if (code) return callback(errorOf(code));
      received.push(message);
      callback(null);
    },
  });
  // A client may be killed while sending.
  server.on('error', () => undefined);
  return {
    url: `smtp://127.0.0.1:${await listen(server.server)}`,
    received,
    responses,
    to: (recipient: string) => received.filter(({ recipients }) => recipients.includes(recipient)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function readMessage(raw: string, recipients: string[]): Received {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const headers = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map(decodeWords);
  const header = (name: string) =>
    headers.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))?.slice(name.length + 2);
  // Parts may be nested, for example text with a picture.
  const boundaries = [...raw.matchAll(/boundary="([\w-]+)"/g)].map(([, boundary = '']) => `--${boundary}`);
  const parts = boundaries.reduce((all, one) => all.flatMap((part) => part.split(one)), [raw]);
  const part = (type: string) => {
    const found = parts.find((one) => one.trim().startsWith(`Content-Type: ${type}`)) ?? '';
    const [partHead = '', ...body] = found.trim().split('\r\n\r\n');
    const content = body.join('\r\n\r\n');
    if (/base64/i.test(partHead)) return Buffer.from(content, 'base64').toString('utf8');
    return /quoted-printable/i.test(partHead) ? quotedPrintable(content) : content;
  };
  return { recipients, headers, header, text: part('text/plain'), html: part('text/html'), raw };
}

function quotedPrintable(content: string): string {
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeWords(line: string): string {
  return line
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_all, kind: string, content: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64').toString('utf8')
        : quotedPrintable(content.replaceAll('_', ' ')),
    );
}
