import path from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { type ShareImageTexts, shareImageSize, shareImageVersion } from './share-image-address.ts';

/** Colours of the light theme; share images have no dark one. */
const colour = {
  paper: '#FBF8F2',
  ink: '#10292B',
  muted: '#4C5F60',
  saffron: '#F59E3D',
  saffronText: '#B4500B',
  teal: '#0F6B63',
  hairline: '#E3DCCF',
} as const;

const fontFolder = path.join(process.cwd(), 'node_modules', '@expo-google-fonts');
const fontFiles = [
  'bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf',
  'noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
  'noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
].map((file) => path.join(/* turbopackIgnore: true */ fontFolder, file));
const fontFamilies = 'Bricolage Grotesque, Noto Sans Devanagari, Noto Sans Arabic';

const { width, height } = shareImageSize;
const margin = 72;
const textWidth = 900;
const headingHeight = 300;
const headingSizes = [80, 68, 58, 50, 42] as const;
/** More than fits at the smallest size. */
const longestHeading = 170;

/** Escapes markup and drops control characters, which the text layout rejects. */
function asMarkup(text: string): string {
  return escapeMarkup(text.replace(/\p{Cc}+/gu, ' ').toWellFormed());
}

function shorten(text: string, length: number): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

let fonts: Promise<unknown> | undefined;

/** Registers our fonts with the text layout, which picks one by script and needs no system fonts. */
function loadFonts() {
  fonts ??= Promise.all(
    fontFiles.map((fontfile) =>
      sharp({ text: { text: '.', font: fontFamilies, fontfile } })
        .png()
        .toBuffer(),
    ),
  );
  return fonts;
}

type SetText = Awaited<ReturnType<typeof render>>;
type Ink = { size: number; color: string; width?: number };

async function render(image: Sharp) {
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

/** A text laid out in lines, right to left where its script requires it; null if nothing is visible. Sizes in pixels. */
async function setText(
  text: string,
  { size, color, width: lineWidth = textWidth }: Ink,
): Promise<SetText | null> {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return null;
  return render(
    sharp({
      text: {
        text: `<span foreground="${color}">${asMarkup(text)}</span>`,
        font: `${fontFamilies} Bold ${size}`,
        width: lineWidth,
        wrap: 'word-char',
        // At 72 dots an inch, points are pixels.
        dpi: 72,
        rgba: true,
      },
    }),
  );
}

/** The heading in the largest size in which it fits. */
async function setHeading(heading: string) {
  const text = shorten(heading, longestHeading);
  for (const size of headingSizes) {
    const set = await setText(text, { size, color: colour.ink });
    if (!set || set.height <= headingHeight) return set;
  }
  const set = await setText(shorten(heading, 90), { size: 42, color: colour.ink });
  if (!set || set.height <= headingHeight) return set;
  return render(sharp(set.input).resize({ width: textWidth, height: headingHeight, fit: 'inside' }));
}

/** Paper with a fine grid, and the plotted line that rises to its marked point. */
function background(): Buffer {
  const step = 42;
  const across = Array.from({ length: Math.floor(width / step) }, (_, index) => (index + 1) * step);
  const down = Array.from({ length: Math.floor(height / step) }, (_, index) => (index + 1) * step);
  const points = [
    [0, 540],
    [252, 516],
    [462, 522],
    [672, 494],
    [840, 470],
    [990, 404],
    [1108, 112],
  ] as const;
  const grid = [...across.map((x) => `M${x} 0V${height}`), ...down.map((y) => `M0 ${y}H${width}`)].join('');
  const line = points.map(([x, y], index) => `${index ? 'L' : 'M'}${x} ${y}`).join('');
  const marks = points
    .slice(1, -1)
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="5" fill="${colour.paper}" stroke="${colour.teal}" stroke-width="2"/>`,
    )
    .join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="${colour.paper}"/>
      <path d="${grid}" stroke="${colour.hairline}" stroke-opacity=".55" fill="none"/>
      <path d="${line}" stroke="${colour.teal}" stroke-width="3" stroke-opacity=".45" fill="none" stroke-linejoin="round"/>
      <g opacity=".55">${marks}</g>
      <circle cx="1108" cy="112" r="19" fill="${colour.saffron}"/>
      <circle cx="1108" cy="112" r="31" fill="none" stroke="${colour.saffron}" stroke-width="2"/>
      <path d="M${margin} 540H${width - margin}" stroke="${colour.ink}" stroke-width="2"/>
      <path d="M${margin} 532V548" stroke="${colour.ink}" stroke-width="2"/>
    </svg>`,
  );
}

async function place(
  text: Promise<SetText | null>,
  { top, left, right }: { top: number; left?: number; right?: number },
) {
  const set = await text;
  return set && { input: set.input, top, left: left ?? width - (right ?? 0) - set.width };
}

/** Draws the picture for sharing of a page: PNG, 1200 by 630 pixels, some 20 to 40 kB. */
export async function drawShareImage({ heading, label, agency, tagline }: ShareImageTexts): Promise<Buffer> {
  await loadFonts();
  const placed = await Promise.all([
    place(setHeading(heading.trim() || agency), { left: margin, top: 150 }),
    place(setText(shorten(label, 40), { size: 26, color: colour.saffronText, width: 800 }), {
      left: margin,
      top: 84,
    }),
    place(setText(shorten(agency, 28), { size: 32, color: colour.ink, width: 640 }), {
      left: margin,
      top: 562,
    }),
    place(setText(shorten(tagline, 44), { size: 24, color: colour.teal, width: 520 }), {
      right: margin,
      top: 567,
    }),
  ]);
  return sharp(background())
    .composite(placed.filter((text) => text !== null))
    .png({ palette: true, colours: 64, effort: 7, compressionLevel: 9 })
    .toBuffer();
}

/** One at a time, so that somebody who asks for all of them does not stop the site. */
const limit = pLimit(1);
/** In memory, since a disk may be full or not there; some 30 kB each. */
const drawn = new LRUCache<string, Buffer, ShareImageTexts>({
  max: 200,
  fetchMethod: (_version, _stale, { context }) => limit(() => drawShareImage(context)),
});

/** The picture for these texts, drawn on the first request for it. */
export function shareImage(texts: ShareImageTexts): Promise<Buffer> {
  return drawn.forceFetch(shareImageVersion(texts), { context: texts });
}
