import type { Section } from '#web/content/types.ts';
import { Marked } from './pen.tsx';
import { strokeFor } from './pen-strokes.ts';

type ExampleDocumentContent = NonNullable<Extract<Section, { _type: 'hero' }>['paper']>;
type SheetContent = Pick<ExampleDocumentContent, 'from' | 'title' | 'number' | 'lines' | 'stamp'>;

/** Classes that several kinds of documents share. */
const looks = {
  notice: 'printed',
  checklist: 'amounts',
  sums: 'amounts',
  steps: '',
  quotation: 'amounts',
  results: 'stacked',
  calendar: 'stacked',
  chat: '',
  letter: 'printed stacked',
};

/** Renders an example document as text in reading order, and a second one of its kind next to it, if there is one. */
export function ExampleDocument({ content }: { content: ExampleDocumentContent }) {
  const { kind, size, exampleLabel, caption, second } = content;
  const sheets = second?.lines?.length ? [content, second] : [content];
  return (
    <figure className={`mock-up mock-up-${kind} ${looks[kind]} ${size ?? 'sheet'}`}>
      <div
        className={sheets.length > 1 ? 'sheets grid gap-3 lg:grid-cols-2 lg:gap-x-8 lg:gap-y-0' : undefined}
      >
        {sheets.map((sheet, index) => (
          <Sheet key={sheet.title} {...sheet} label={index === 0 ? exampleLabel : null} first={index * 2} />
        ))}
      </div>
      {caption ? (
        <figcaption className="mt-2 text-muted text-sm first-letter:uppercase">{caption}</figcaption>
      ) : null}
    </figure>
  );
}

type SheetProps = SheetContent & {
  /** Says that it is an example, before a reader believes it. */
  label: string | null;
  /** Number of the pen's first stroke. */
  first: number;
};

/** Renders letterhead, title, and lines with handwritten notes. */
function Sheet({ label, from, title, number, lines, stamp, first }: SheetProps) {
  const head = [label, from].filter(Boolean).join(' · ');
  const isArabic = /\p{Script=Arabic}/u.test(title);
  return (
    <div className="ruled" dir={isArabic ? 'rtl' : undefined}>
      <div>
        {head ? (
          <p className="text-muted" style={isArabic ? { unicodeBidi: 'isolate' } : undefined}>
            {head}
          </p>
        ) : null}
        <p className="heading">{title}</p>
        {number ? <p className="col-span-full text-muted">{number}</p> : null}
        {stamp ? <p className="stamp">{stamp}</p> : null}
      </div>
      <ul>
        {lines.map(({ _key, term, text, mark, note }, index) => (
          <li key={_key} className={strokeFor(mark, text) ? `marked is-${mark}` : undefined}>
            {term ? <b>{term}</b> : null} <Marked text={text} mark={mark} line={first + index} />{' '}
            {note ? <i>{note}</i> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
