import { ContentLinkTo } from '#web/components/link/action.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
import type { ContentPicture } from '#web/content/image.ts';
import type { CityContent, Section, SectionProps, Site } from '#web/content/types.ts';

type StreetContent = NonNullable<Extract<Section, { _type: 'hero' }>['street']>;
type Sign = NonNullable<StreetContent['signs']>[number];

/** Largest width of a street in CSS pixels. Narrow screens show a part of it. */
const width = 1200;

/** Returns what stands below a hero's text: its street, its city's picture, or the name of a city without a picture. */
export function drawStreet({ section, city, site }: SectionProps<'hero'>) {
  const { art, street, figures } = section;
  const isLast = !figures?.length;
  if (street?.picture?.asset)
    return <Street picture={street.picture} signs={street.signs} site={site} isLast={isLast} />;
  if (city?.picture?.asset) return <Street picture={city.picture} signs={null} site={site} isLast={isLast} />;
  return city && art === 'none' ? <CityName city={city} isLast={isLast} /> : null;
}

type Props = { picture: ContentPicture; signs: Sign[] | null; site: Site; isLast: boolean };

/** Phones show two of the three objects of a street without signs, tablets all of it. */
const small = 'relative mt-4 pb-3 [--street:clamp(580px,94vw,1200px)]';
/** Phones show two of the four houses. The drawing has an empty sky, which needs no space above it. */
const withSigns = 'relative -mt-4 pb-3 [--street:clamp(680px,190vw,1200px)]';

/** Without figures below it. */
const last = 'm-0! pb-7!';

/** By the quarter of the street: signs beyond the edge of a narrow screen are listed below the street. */
const listed = [
  '',
  '',
  'max-[41rem]:static max-[41rem]:text-[1.125rem] max-[41rem]:[translate:none]',
  'max-[60rem]:static max-[60rem]:text-[1.125rem] max-[60rem]:[translate:none]',
  'max-[79rem]:static max-[79rem]:text-[1.125rem] max-[79rem]:[translate:none]',
];

/**
 * Renders a wide picture on a ground line, with links on its boards, which move with its scale.
 * Screens load its largest size, because thin lines are not sharp in a smaller one.
 */
function Street({ picture, signs, site, isLast }: Props) {
  const { asset, crop, hotspot } = picture;
  const cut = { x: (crop?.left ?? 0) + (crop?.right ?? 0), y: (crop?.top ?? 0) + (crop?.bottom ?? 0) };
  const height = ((asset?.height ?? 0) * (1 - cut.y) * width) / ((asset?.width ?? 1) * (1 - cut.x));
  const centre = signs?.length ? 0 : (hotspot?.x ?? 0.5);
  return (
    <div className={`${signs?.length ? withSigns : small} ${isLast ? last : ''}`}>
      <div
        className="ground pointer-events-none w-(--street) [&_img]:rounded-none"
        style={{ marginInlineStart: `clamp(100% - var(--street), 50% - var(--street) * ${centre}, 0px)` }}
      >
        <Picture picture={picture} maxWidth={width} sizes="1920px" isFirst />
      </div>
      {signs?.length ? (
        <ul className="flex-wrap gap-x-6 max-[79rem]:flex">
          {signs.map(({ _key, label, link, x, y }) => (
            <li
              key={_key}
              className={`absolute w-max max-w-[calc(var(--street)/6)] text-center text-[max(0.75rem,var(--street)*0.015)]/[1.1] [translate:-50%_-50%] ${listed[Math.ceil((x ?? 0) / 25)]}`}
              style={{
                left: `calc(var(--street) * ${(x ?? 0) / 100})`,
                top: `calc(var(--street) * ${(((y ?? 0) * height) / width / 100).toFixed(3)})`,
              }}
            >
              <ContentLinkTo
                link={link}
                site={site}
                className="sign display grid min-h-11 min-w-11 place-items-center"
              >
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
function CityName({ city: { name, facts }, isLast }: { city: CityContent; isLast: boolean }) {
  const [trades] = facts ?? [];
  return (
    <div className={`${small} ${isLast ? last : ''}`}>
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
