import { ContentLinkTo } from '#web/components/link/action.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
import type { ContentPicture } from '#web/content/image.ts';
import type { CityContent, Section, SectionProps, Site } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';
import { Marked } from './pen.tsx';

type StreetContent = NonNullable<Extract<Section, { _type: 'hero' }>['street']>;
type House = NonNullable<StreetContent['houses']>[number];

/** Returns what stands below a hero's heading: its street, its city's picture, or the name of a city without a picture. */
export function drawStreet({ section, city, site }: SectionProps<'hero'>) {
  const { art, street } = section;
  const others = site.gulf ? 'india' : 'gulf';
  const houses = street?.houses?.filter(({ picture, readers }) => picture?.asset && readers !== others) ?? [];
  if (houses.length > 0)
    return (
      <div className="grid gap-y-1 max-sm:mx-5 sm:auto-cols-fr sm:grid-flow-col">
        {houses.map((house) => (
          <Drawn key={house._key} house={house} site={site} />
        ))}
      </div>
    );
  if (city?.picture?.asset) return <CityStreet picture={city.picture} />;
  return city && art === 'none' ? <CityName city={city} /> : null;
}

/** Renders a drawing with signs on its boards. The signs move with the drawing's scale. */
function Drawn({ house: { picture, signs }, site }: { house: House; site: Site }) {
  // Our drawings have boards.
  const board = picture?.asset?.extension === 'svg' ? 'sign' : 'sign rounded bg-surface px-3';
  return (
    <div className="ground relative [container-type:inline-size]">
      <Picture picture={picture} maxWidth={600} sizes="1200px" isFirst />
      <ul>
        {signs?.map(({ _key, label, mark, note, link, x, y, width }, index) => (
          <li key={_key} className={board} style={placeSign(x, y, width, [label, note])}>
            {label ? (
              <ContentLinkTo link={link} site={site} className="display">
                <Marked text={label} mark={mark} line={index} />
              </ContentLinkTo>
            ) : null}{' '}
            {note ? <i>{note}</i> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Long words make a sign smaller, and break before they reach the end of their board. All numbers are percentages. */
const placeSign = (x: number, y: number, width: number | null, texts: (string | null)[]) => ({
  left: `${x}%`,
  top: `${y}%`,
  maxWidth: `${width ?? 2 * Math.min(x, 100 - x)}%`,
  '--board': width ?? undefined,
  '--length': Math.max(...texts.map((text) => removeMarkers(text ?? '').length)),
});

/** Renders a city's wide picture on a ground line. Phones show the part around its hotspot. */
function CityStreet({ picture }: { picture: ContentPicture }) {
  return (
    <div
      className="ground w-(--street) [--street:clamp(500px,94vw,1200px)] [&_img]:rounded-none"
      style={{
        marginInlineStart: `clamp(100% - var(--street), 50% - var(--street) * ${picture.hotspot?.x ?? 0.5}, 0px)`,
      }}
    >
      {/* Thin lines are not sharp in a smaller size. */}
      <Picture picture={picture} maxWidth={1200} sizes="1920px" isFirst />
    </div>
  );
}

/** Renders the name of a city as large as the page allows, on a ground line, with its first fact. */
function CityName({ city: { name, facts } }: { city: CityContent }) {
  const [trades] = facts ?? [];
  return (
    <div>
      {trades ? <p className="text-lg">{trades.detail}</p> : null}
      <p
        className="display ground [line-height:1.1]"
        style={{ fontSize: `min(160px, ${Math.floor(150 / name.length)}vw)` }}
        aria-hidden
      >
        {name}
      </p>
    </div>
  );
}
