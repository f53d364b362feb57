import type { Section } from '#web/content/types.ts';
import { SeriesPlot } from './series-plot.tsx';

export type ExampleDocumentContent = NonNullable<Extract<Section, { _type: 'hero' }>['paper']>;

/** Renders an example document as text in reading order: letterhead, title, and lines with handwritten notes. */
export function ExampleDocument({ content }: { content: ExampleDocumentContent }) {
  const { kind, exampleLabel, from, title, number, lines, series, stamp, caption } = content;
  return (
    <figure className={`mock-up mock-up-${kind}`}>
      <div className="ruled">
        <p className="letterhead">
          <span>{from}</span> <span>{exampleLabel}</span>
        </p>
        <p className="display">{title}</p>
        {number ? <p>{number}</p> : null}
        {series ? <SeriesPlot series={series} /> : null}
        <ul>
          {lines.map(({ _key, term, text, mark, note }) => (
            <li key={_key} className={mark === 'none' ? undefined : `pen-${mark}`}>
              {term ? <b>{term}</b> : null} <span>{text}</span> {note ? <i>{note}</i> : null}
            </li>
          ))}
        </ul>
        {stamp ? <p className="stamp">{stamp}</p> : null}
      </div>
      <figcaption>{`${exampleLabel}: ${caption}`}</figcaption>
    </figure>
  );
}
