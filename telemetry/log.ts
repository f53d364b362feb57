import { format, stripVTControlCharacters } from 'node:util';
import { currentWork } from './work.ts';

/** `debug` is for programs alone: a terminal does not show it. */
export type Level = 'debug' | 'info' | 'warn' | 'error';

/** Fields of a line beside its message: ids, states and figures; never a person's name or address. */
type Fields = Record<string, string | number | null | undefined>;

/** How the starter names itself; its lines are for people. */
const starter = 'start';

// Next bundles each route by itself, apart from what names the process.
declare global {
  var serviceOfThisProcess: string | undefined;
}

export const logFormat = () => process.env.LOG_FORMAT || (process.stdout.isTTY ? 'text' : 'json');

/** A command's stdout is its own, so its log goes to stderr; a service prints only its log. */
function write(level: Level, line: string) {
  if (globalThis.serviceOfThisProcess) process.stdout.write(`${line}\n`);
  else console[level === 'warn' ? 'warn' : 'error'](line);
}

/** Logs one event, with the request or the run of a job that it belongs to. */
export function log(level: Level, message: string, fields: Fields = {}): void {
  const service = globalThis.serviceOfThisProcess ?? 'command';
  const more = { ...currentWork(), ...fields };
  if (logFormat() === 'json')
    write(level, JSON.stringify({ time: new Date().toISOString(), level, service, message, ...more }));
  else if (level !== 'debug') {
    const texts = Object.entries(more).map(([name, value]) => (value == null ? '' : ` ${name}=${value}`));
    const start = level === 'info' || service === starter ? '' : `${level} `;
    write(level, start + message + texts.join(''));
  }
}

/** Passes on what a process named `name` has printed: a line of its log, or plain text. */
export function relay(name: string, printed: string): void {
  if (logFormat() === 'text') write('info', `  ${name} │ ${printed}`);
  else if (printed.startsWith('{"time":')) write('info', printed);
  else log('info', printed, { service: name });
}

const levels = { log: 'info', info: 'info', debug: 'info', warn: 'warn', error: 'error' } as const;

/**
 * From now on this process is `name` in its log, and what it, Next or a library writes to the console is a line of that.
 * A log that cannot be written ends nothing.
 * Of an error it holds message and stack: its other properties could be personal.
 */
export function logAs(name: string): void {
  globalThis.serviceOfThisProcess = name;
  // As on a full disk.
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
  // By its digest, a visitor's error page names an error.
  const digest = 'digest' in error ? { digest: String(error.digest) } : {};
  return { ...digest, error: `${error.stack}${cause}` };
}
