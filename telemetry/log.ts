import { format, stripVTControlCharacters } from 'node:util';
import { currentLogContext } from './log-context.ts';

/** `debug` is shown only with LOG_LEVEL=debug. */
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

/** Equal warnings and errors of jobs per minute, for example while a disk is full. The rest is counted. */
const maxEqual = 5;
const recent = new Map<string, { until: number; count: number }>();

/** Returns whether to write a warning or an error. Notes how many equal ones were left out in the minute before. */
function isWorthWriting(level: Level, message: string, note: (omitted: number) => void): boolean {
  const context = currentLogContext();
  // People report failed requests by their ids, so these lines are all written.
  if ((level !== 'warn' && level !== 'error') || (context && !context.job)) return true;
  const now = performance.now();
  const seen = recent.get(message);
  if (seen && now < seen.until) return ++seen.count <= maxEqual;
  if (seen && seen.count > maxEqual) note(seen.count - maxEqual);
  if (recent.size > 1000) recent.clear();
  recent.set(message, { until: now + 60_000, count: 1 });
  return true;
}

/** A time for lines in a file. A terminal needs none, the journal has its own, and the starter adds it for its services. */
const textTime = () =>
  process.stdout.isTTY || process.env.JOURNAL_STREAM || process.env.STARTED_BY
    ? ''
    : `${new Date().toISOString()} `;

/** Writes a log line with the id of the current request and the name of the job. */
export function log(level: Level, message: string, fields: Fields = {}): void {
  if (level === 'debug' && process.env.LOG_LEVEL !== 'debug') return;
  const text = `${message} ${fields.subject ?? ''} ${fields.reason ?? ''} ${String(fields.error ?? '').split('\n', 1)}`;
  const note = (omitted: number) => log('info', `${omitted} equal lines were left out: ${message}`);
  if (!isWorthWriting(level, text, note)) return;
  const service = globalThis.serviceOfThisProcess ?? 'command';
  const more = { ...currentLogContext(), ...fields };
  if (logFormat() === 'json')
    write(level, JSON.stringify({ time: new Date().toISOString(), level, service, message, ...more }));
  else {
    const texts = Object.entries(more).map(([name, value]) => (value == null ? '' : ` ${name}=${value}`));
    const start = level === 'info' || service === starter ? '' : `${level} `;
    write(level, textTime() + start + message + texts.join(''));
  }
}

/** Relays a line of output of the process `name`, which is a log line or plain text. */
export function relay(name: string, printed: string): void {
  if (logFormat() === 'text') write('info', `${textTime()}  ${name} │ ${printed}`);
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
      if (message !== '')
        log(levels[method], message, readErrorFields(parts.find((part) => part instanceof Error)));
    };
}

function readErrorFields(error: Error | undefined): Fields {
  if (!error) return {};
  const cause = error.cause instanceof Error ? `\nCaused by: ${readErrorFields(error.cause).error}` : '';
  // The visitor's error page shows the digest.
  const digest = 'digest' in error ? { digest: String(error.digest) } : {};
  return { ...digest, error: `${error.stack}${cause}` };
}
