/** How many numbers each command of a path takes. */
const counts: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
/** Large-arc and sweep: the only places of an arc where a digit is a number by itself. */
const isFlag = (command: string, index: number) => command === 'a' && (index === 3 || index === 4);

type Step = { command: string; numbers: number[] };

/** The steps of an SVG path; a repeated command gets its letter back. Throws on what is no path. */
export function readPath(d: string): Step[] {
  const steps: Step[] = [];
  let rest = d.trim();
  let command = '';
  while (rest !== '') {
    const letter = /^[a-z]/i.exec(rest)?.[0];
    if (letter) rest = rest.slice(1);
    // After a move, further pairs are lines.
    command = letter ?? { m: 'l', M: 'L' }[command] ?? command;
    const count = counts[command.toLowerCase()];
    if (count === undefined || (!letter && count === 0)) throw new Error(`No path: ${d}`);
    const numbers: number[] = [];
    for (let index = 0; index < count; index++) {
      const form = isFlag(command.toLowerCase(), index)
        ? /^[\s,]*([01])/
        : /^[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/i;
      const [whole = '', number] = form.exec(rest) ?? [];
      if (number === undefined) throw new Error(`No path: ${d}`);
      numbers.push(Number(number));
      rest = rest.slice(whole.length);
    }
    rest = rest.replace(/^[\s,]+/, '');
    steps.push({ command, numbers });
  }
  return steps;
}

const digits = 2;
const round = (value: number) => Number(value.toFixed(digits));
const written = (value: number) => String(round(value)).replace(/^(-?)0\./, '$1.');

/** A command with its numbers, with no more between them than a reader needs to tell them apart. */
function write(command: string, numbers: number[], before: string): string {
  let text = command;
  // A letter ends a number; without one, the number before may run on.
  let last = command === '' ? (/[\d.]+$/.exec(before)?.[0] ?? '') : '';
  for (const [index, number] of numbers.entries()) {
    const next = written(number);
    const runsOn = last !== '' && /^[\d.]/.test(next) && !(next.startsWith('.') && last.includes('.'));
    text += runsOn ? ` ${next}` : next;
    last = isFlag(command.toLowerCase() || 'a', index) && numbers.length === 7 ? '' : next;
  }
  return text;
}

/**
 * The same drawing in fewer characters: absolute or relative, whichever is shorter, with two decimals, of which a
 * drawing of 24 units shows none. What rounding takes from one point is given back by the next.
 */
export function shortenPath(d: string): string {
  let text = '';
  let lastCommand = '';
  // Where the drawing is, and where its rounded form is.
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let [atX, atY, atStartX, atStartY] = [0, 0, 0, 0];
  for (const { command, numbers } of readPath(d)) {
    const kind = command.toLowerCase();
    if (kind === 'z') {
      text += 'z';
      lastCommand = 'z';
      [x, y, atX, atY] = [startX, startY, atStartX, atStartY];
      continue;
    }
    const isRelative = command === kind;
    const isVertical = (index: number) =>
      kind === 'v' || (kind !== 'h' && (kind === 'a' ? index === 6 : index % 2 === 1));
    const isPlace = (index: number) => kind !== 'a' || index > 4;
    const absolute = numbers.map((number, index) =>
      isPlace(index) && isRelative ? number + (isVertical(index) ? y : x) : number,
    );
    const relative = absolute.map((number, index) =>
      isPlace(index) ? number - (isVertical(index) ? atY : atX) : number,
    );
    const last = lastCommand;
    const repeats = (letter: string) => letter === last && kind !== 'm';
    const forms = [
      { letter: kind, form: write(repeats(kind) ? '' : kind, relative, text) },
      {
        letter: kind.toUpperCase(),
        form: write(repeats(kind.toUpperCase()) ? '' : kind.toUpperCase(), absolute, text),
      },
    ].filter(({ letter }) => text !== '' || letter === 'M');
    const best = forms.reduce((a, b) => (b.form.length < a.form.length ? b : a));
    text += best.form;
    lastCommand = best.letter;
    const ended = best.letter === kind;
    const endOf = (vertical: boolean) => {
      const index = numbers.findLastIndex((_, i) => isPlace(i) && isVertical(i) === vertical);
      if (index === -1) return undefined;
      return {
        exact: absolute[index] ?? 0,
        shown: ended ? (vertical ? atY : atX) + round(relative[index] ?? 0) : round(absolute[index] ?? 0),
      };
    };
    const [endX, endY] = [endOf(false), endOf(true)];
    [x, atX] = endX ? [endX.exact, endX.shown] : [x, atX];
    [y, atY] = endY ? [endY.exact, endY.shown] : [y, atY];
    if (kind === 'm') [startX, startY, atStartX, atStartY] = [x, y, atX, atY];
  }
  return text;
}
