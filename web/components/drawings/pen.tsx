import type { Section } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';
import { drawStroke, strokeFor } from './pen-strokes.ts';

declare module 'react' {
  interface CSSProperties {
    /** Characters of a text that is as large as its length allows. */
    '--length'?: number;
    /** Width of a sign's board, in per cent of its drawing. */
    '--board'?: number;
  }
}

type Line = NonNullable<Extract<Section, { _type: 'hero' }>['paper']>['lines'][number];

/** Elements with the meaning of a mark. Screen readers do not see the strokes. */
const elements: Partial<Record<Line['mark'], 'em' | 's'>> = {
  circle: 'em',
  underline: 'em',
  strike: 's',
};

type Props = { text: string; mark: Line['mark'] | null | undefined; line: number };

/** Renders a text with the mark of the pen. `line`: neighbouring lines get different strokes. */
export function Marked({ text, mark, line }: Props) {
  const stroke = strokeFor(mark, text);
  if (!stroke) return <span>{text}</span>;
  const Text = (mark && elements[mark]) ?? 'span';
  const isFitted = mark === 'strike' || mark === 'total';
  const style = isFitted ? { '--length': removeMarkers(text).length } : undefined;
  return (
    <Text className={`pen pen-${stroke}`} style={style}>
      {text}
      <svg className="nib" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={drawStroke(stroke, line)} />
      </svg>
    </Text>
  );
}

const searchMarks: Partial<Record<string, Line['mark']>> = { '~': 'strike', '*': 'underline' };

/** Renders what people type into a search box. The pen strikes words between tildes and underlines those between asterisks. */
export const MarkedSearch = ({ search, line }: { search: string; line: number }) =>
  search.split(/([*~][^*~]+)[*~]/).map((part) => {
    const mark = searchMarks[part.charAt(0)];
    return mark ? <Marked key={part} text={part.slice(1)} mark={mark} line={line} /> : part;
  });
