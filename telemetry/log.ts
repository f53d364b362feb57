import { format, stripVTControlCharacters } from 'node:util';
import { currentLogContext } from './log-context.ts';

/** `debug` is not shown in a terminal. */
export type Level = 'debug' | 'info' | 'warn' | 'error';

/** Ids, states and figures; never a person's name or address. */
type Fields = Record<string, string | number | null | undefined>;

/** The starter's lines are for people. */
const starter = 'start';

// Next bundles each route separately from the entry point.
declare global {
  var serviceOfThisProcess: string | undefined;
}

export const logFormat = () => process.env.LOG_FORMAT || (process.stdout.isTTY ? 'text' : 'json');

/** A command's log goes to stderr, as its stdout is its output. */
function write(level: Level, line: string) {
  if (globalThis.serviceOfThisProcess) process.stdout.write(`${line}\n`);
  else console[level === 'warn' ? 'warn' : 'error'](line);
}

/** Adds the current request or job. */
export function log(level: Level, message: string, fields: Fields = {}): void {
  const service = globalThis.serviceOfThisProcess ?? 'command';
  const more = { ...currentLogContext(), ...fields };
  if (logFormat() === 'json')
    write(level, JSON.stringify({ time: new Date().toISOString(), level, service, message, ...more }));
  else if (level !== 'debug') {
    const texts = Object.entries(more).map(([name, value]) => (value == null ? '' : ` ${name}=${value}`));
    const start = level === 'info' || service === starter ? '' : `${level} `;
    write(level, start + message + texts.join(''));
  }
}

/** Relays output of the process `name`: its log lines, or plain text. */
export function relay(name: string, printed: string): void {
  if (logFormat() === 'text') write('info', `  ${name} │ ${printed}`);
  else if (printed.startsWith('{"time":')) write('info', printed);
  else log('info', printed, { service: name });
}

const levels = { log: 'info', info: 'info', debug: 'info', warn: 'warn', error: 'error' } as const;

/** Turns console output into log lines of `name`. Of errors only message and stack, as other fields may be personal. */
export function logAs(name: string): void {
  globalThis.serviceOfThisProcess = name;
  // Such as on a full disk.
  process.stdout.on('error', () => undefined);
  for (const method of ['log', 'info', 'debug', 'warn', 'error'] as const)
    console[method] = (...parts: unknown[]) => {
      const texts = parts.map((part) => (part instanceof Error ? part.message : part));
      const message = stripVTControlCharacters(format(...texts)).trimEnd();
      if (message !== '') log(levels[method], message, fieldsOf(parts.find((part) => part instanceof Error)));
    };
}

function fieldsOf(error: Error | undefined): Fields {
  if (!error) return {};
  const cause = error.cause instanceof Error ? `\nCaused by: ${fieldsOf(error.cause).error}` : '';
  // A visitor's error page names the digest.
  const digest = 'digest' in error ? { digest: String(error.digest) } : {};
  return { ...digest, error: `${error.stack}${cause}` };
}
