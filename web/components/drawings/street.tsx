import { ContentLinkTo } from '#web/components/link/action.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
import type { ContentPicture } from '#web/content/image.ts';
import type { CityContent, Section, SectionProps, Site } from '#web/content/types.ts';

type StreetContent = NonNullable<Extract<Section, { _type: 'hero' }>['street']>;
type Sign = NonNullable<StreetContent['signs']>[number];

/** Largest width of a street in CSS pixels. Narrow screens show a part of it. */
const width = 1200;

/** Returns what stands below a hero's text: its street, its city's picture, or the name of a city without a picture. */
export function streetOf({ section: { art, street }, city, site }: SectionProps<'hero'>) {
  if (street?.picture?.asset) return <Street picture={street.picture} signs={street.signs} site={site} />;
  if (city?.picture?.asset) return <Street picture={city.picture} signs={null} site={site} />;
  return city && art === 'none' ? <CityName city={city} /> : null;
}

type Props = { picture: ContentPicture; signs: Sign[] | null; site: Site };

/**
 * Renders a wide picture on a ground line, with links on its boards, which move with its scale.
 * Screens load its largest size, because thin lines are not sharp in a smaller one.
 */
function Street({ picture, signs, site }: Props) {
  const { asset, crop, hotspot } = picture;
  const cut = { x: (crop?.left ?? 0) + (crop?.right ?? 0), y: (crop?.top ?? 0) + (crop?.bottom ?? 0) };
  const height = ((asset?.height ?? 0) * (1 - cut.y) * width) / ((asset?.width ?? 1) * (1 - cut.x));
  const centre = signs?.length ? 0 : (hotspot?.x ?? 0.5);
  return (
    <div className="street">
      <div
        className="scene ground"
        style={{ marginInlineStart: `clamp(100% - var(--street), 50% - var(--street) * ${centre}, 0px)` }}
      >
        <Picture picture={picture} maxWidth={width} sizes="1920px" isFirst />
      </div>
      {signs?.length ? (
        <ul className="signs">
          {signs.map(({ _key, label, link, x, y }) => (
            <li
              key={_key}
              className={`bay-${Math.ceil((x ?? 0) / 25)}`}
              style={{
                left: `calc(var(--street) * ${(x ?? 0) / 100})`,
                top: `calc(var(--street) * ${(((y ?? 0) * height) / width / 100).toFixed(3)})`,
              }}
            >
              <ContentLinkTo link={link} site={site} className="display">
                {label}
              </ContentLinkTo>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Renders the name of a city as large as the page allows, on a ground line, with its first fact. */
function CityName({ city: { name, facts } }: { city: CityContent }) {
  const [trades] = facts ?? [];
  return (
    <div className="street">
      {trades ? <p className="text-lg">{trades.detail}</p> : null}
      <p
        className="display city-name ground"
        style={{ fontSize: `min(160px, ${Math.floor(150 / name.length)}vw)` }}
        aria-hidden
      >
        {name}
      </p>
    </div>
  );
}
