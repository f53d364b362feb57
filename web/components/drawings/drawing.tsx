import { type DrawingName, drawings } from './drawings.ts';

type Props = {
  name: DrawingName;
  /** Text in the search box of `results`. */
  searchText?: string | null;
  className?: string;
};

export function Drawing({ name, searchText, className = '' }: Props) {
  return (
    <svg className={`art ${className}`} viewBox="0 0 480 400" aria-hidden="true">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants. */}
      <g dangerouslySetInnerHTML={{ __html: drawings[name] }} />
      {searchText && name === 'results' ? (
        <text x="108" y="109">
          {searchText}
        </text>
      ) : null}
    </svg>
  );
}
