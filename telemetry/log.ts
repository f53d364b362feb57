import { format, stripVTControlCharacters } from 'node:util';
import { currentLogContext } from './log-context.ts';

/** A terminal does not show `debug`. */
export type Level = 'debug' | 'info' | 'warn' | 'error';

/** Ids, states and numbers, but never a person's name or address. */
type Fields = Record<string, string | number | null | undefined>;

/** The starter writes for people: its lines have no level. */
const starter = 'start';

// A global, because Next bundles each route separately from the entry point.
declare global {
  var serviceOfThisProcess: string | undefined;
}

/** Returns "text" or "json". */
export const logFormat = () => process.env.LOG_FORMAT || (process.stdout.isTTY ? 'text' : 'json');

/** Writes a line to stdout or, in a command whose stdout is its output, to stderr. */
function write(level: Level, line: string) {
  if (globalThis.serviceOfThisProcess) process.stdout.write(`${line}\n`);
  else console[level === 'warn' ? 'warn' : 'error'](line);
}

/** Writes a log line with the id of the current request and the name of the job. */
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

/** Relays a line of output of the process `name`, which is a log line or plain text. */
export function relay(name: string, printed: string): void {
  if (logFormat() === 'text') write('info', `  ${name} │ ${printed}`);
  else if (printed.startsWith('{"time":')) write('info', printed);
  else log('info', printed, { service: name });
}

const levels = { log: 'info', info: 'info', debug: 'info', warn: 'warn', error: 'error' } as const;

/** Turns console output into log lines of `name`. Logs only message and stack of errors: other fields may be personal. */
export function logAs(name: string): void {
  globalThis.serviceOfThisProcess = name;
  // Writing fails on a full disk, for example; the process must go on.
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
  // The visitor's error page shows the digest.
  const digest = 'digest' in error ? { digest: String(error.digest) } : {};
  return { ...digest, error: `${error.stack}${cause}` };
}
