import type { Section } from '#web/content/types.ts';
import { penStyle, strokeFor } from './pen-strokes.ts';

type ExampleDocumentContent = NonNullable<Extract<Section, { _type: 'hero' }>['paper']>;
type LineProps = Pick<ExampleDocumentContent['lines'][number], 'term' | 'text' | 'mark' | 'note'> & {
  index: number;
};

/** Elements with the meaning of a mark. Screen readers do not see the strokes. */
const elements: Partial<Record<LineProps['mark'], 'em' | 's'>> = {
  circle: 'em',
  underline: 'em',
  strike: 's',
};

/** Classes that several kinds of documents share. */
const looks = {
  notice: 'printed',
  checklist: 'amounts',
  sums: 'amounts',
  quotation: 'amounts',
  results: 'stacked',
  calendar: 'stacked',
  letter: 'printed stacked',
  chat: 'stacked',
};

/** Renders an example document as text in reading order: letterhead, title, and lines with handwritten notes. */
export function ExampleDocument({ content }: { content: ExampleDocumentContent }) {
  const { kind, size, exampleLabel, from, title, number, lines, stamp, caption, behind } = content;
  return (
    <figure className={`mock-up mock-up-${kind} ${looks[kind]} ${size ?? 'sheet'}`}>
      <div className="ruled">
        <div>
          {from ? <p className="text-muted">{from}</p> : null}
          <p className="heading">{title}</p>
          {number ? <p className="text-muted">{number}</p> : null}
        </div>
        <ul>
          {lines.map(({ _key, ...line }, index) => (
            <li key={_key} className={strokeFor(line.mark, line.text) ? `marked is-${line.mark}` : undefined}>
              <Line {...line} index={index} />
            </li>
          ))}
        </ul>
        {stamp ? <p className="stamp">{stamp}</p> : null}
      </div>
      {behind ? (
        <p className="ruled behind">
          <Line {...behind} index={lines.length} />
        </p>
      ) : null}
      <figcaption className="mb-2 text-muted text-sm">{`${exampleLabel}: ${caption}`}</figcaption>
    </figure>
  );
}

function Line({ term, text, mark, note, index }: LineProps) {
  const stroke = strokeFor(mark, text);
  const Text = elements[mark] ?? 'span';
  return (
    <>
      {term ? <b>{term}</b> : null}{' '}
      {stroke ? (
        <Text className={`pen pen-${stroke}`} style={penStyle(stroke, index)}>
          {text}
        </Text>
      ) : (
        <span>{text}</span>
      )}{' '}
      {note ? <i style={penStyle('arrow', index)}>{note}</i> : null}
    </>
  );
}
