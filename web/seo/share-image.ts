import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { withTexts } from '#web/content/with-texts.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { keepDrawable, readCharacters } from './font-characters.ts';
import { type ShareImageTexts, shareImageSize, shareImageVersion } from './share-image-address.ts';

/** Colours of the light theme. Share images have no dark version. */
const colour = {
  paper: '#FBF8F2',
  ink: '#10292B',
  muted: '#4C5F60',
  saffronText: '#B4500B',
  teal: '#0F6B63',
  paleSaffron: '#FCE4C8',
  line: '#7A8B8A',
  hairline: '#E3DCCF',
  surface: '#FFFFFF',
} as const;

/** Repeats values of the site's style sheet, because images cannot load it. */
const drawingStyle = `
  .art{fill:none;stroke:${colour.ink};stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
  .p{fill:${colour.surface}}.e{fill:${colour.paleSaffron};stroke:none}
  .l{stroke:${colour.line};stroke-width:2}`;

// The output of `npm run build:standalone` has its packages one folder above its working directory.
const { resolve: findFile } = createRequire(path.join(process.cwd(), 'package.json'));
export const fontFiles = [
  'bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf',
  'noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
  'noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
].map((file) => findFile(`@expo-google-fonts/${file}`));
const fontFamilies = 'Bricolage Grotesque, Noto Sans Devanagari, Noto Sans Arabic';

const { width, height } = shareImageSize;
const margin = 72;
const fullWidth = width - 2 * margin;
/** Position and scale of drawings, which measure 480 by 400 units. */
const corner = { left: 734, top: 124 } as const;
const scale = 0.82;
/** Pixels between a document's edge and its text. */
const inset = 22;
/** Text width in pixels if there is a drawing. */
const widthWithDrawing = 630;
const headingHeight = 330;
const headingSizes = [80, 68, 58, 50, 42] as const;
/** Characters of a document's line. */
const lineLength = 38;
/** Characters. Longer headings do not fit even at the smallest size. */
const maxHeadingLength = 170;

/** Shortens a text between words, and not after a number, whose unit would be missing. */
export function shorten(text: string, length: number): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  if (characters.length <= length) return text;
  const start = characters.slice(0, length).join('');
  const words = start.slice(0, length - 1).replace(/\s\S*$/, '');
  return `${words.replace(/\s[₹\d][\d.,%]*$/, '').replace(/[\s:,]+$/, '')}…`;
}

/** Shortens a line of a document before its value, so that no figure is cut off. */
export function shortenLine(line: string): string {
  const [, term = '', value = ''] = /^(.*)(: .{1,20})$/.exec(line) ?? [];
  return value ? shorten(term, lineLength - value.length) + value : shorten(line, lineLength);
}

let fonts: Promise<ReadonlySet<number>> | undefined;

/** Registers the fonts with the text layout, which chooses a font by script. Returns the characters that they draw. */
function loadFonts() {
  fonts ??= Promise.all(
    fontFiles.map(async (fontfile) => {
      await sharp({ text: { text: '.', font: fontFamilies, fontfile } })
        .png()
        .toBuffer();
      return readCharacters(await readFile(fontfile));
    }),
  ).then((characters) => new Set(characters.flat()));
  return fonts;
}

type RenderedText = Awaited<ReturnType<typeof renderPng>>;
type TextStyle = { size: number; color: string; width: number };

async function renderPng(image: Sharp) {
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

/** Renders a text in lines, in the direction of its script. Returns null if nothing is visible. Sizes are in pixels. */
async function renderText(
  text: string,
  { size, color, width: lineWidth }: TextStyle,
): Promise<RenderedText | null> {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return null;
  return renderPng(
    sharp({
      text: {
        text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
        font: `${fontFamilies} Bold ${size}`,
        width: lineWidth,
        wrap: 'word-char',
        // At 72 dpi, a point is a pixel.
        dpi: 72,
        rgba: true,
      },
    }),
  );
}

async function renderHeading(heading: string, lineWidth: number) {
  const text = shorten(heading, maxHeadingLength);
  for (const size of headingSizes) {
    const set = await renderText(text, { size, color: colour.ink, width: lineWidth });
    if (!set || set.height <= headingHeight) return set;
  }
  const set = await renderText(shorten(heading, 90), { size: 42, color: colour.ink, width: lineWidth });
  if (!set || set.height <= headingHeight) return set;
  return renderPng(sharp(set.input).resize({ width: lineWidth, height: headingHeight, fit: 'inside' }));
}

/** Returns the SVG markup of a document of 480 by 400 units. */
function drawDocument(document: ExampleDocument): string {
  const rules = documentLines(document).map((_line, index) => `M26 ${(lineTop(index) + 26) / scale}h428`);
  return `<path class="e" d="M22 20h470v390H22z"/><path class="p" d="M0 0h480v400H0z"/><path class="l" d="${rules.join('')}"/>`;
}

/** Returns the background as SVG: a fine grid, the drawing, and a ruler at the bottom. */
function background(drawing: string | null): Buffer {
  const step = 42;
  const across = Array.from({ length: Math.floor(width / step) }, (_, index) => (index + 1) * step);
  const down = Array.from({ length: Math.floor(height / step) }, (_, index) => (index + 1) * step);
  const grid = [...across.map((x) => `M${x} 0V${height}`), ...down.map((y) => `M0 ${y}H${width}`)].join('');
  const ticks = Array.from(
    { length: (width - 2 * margin) / 24 + 1 },
    (_, index) => `M${margin + index * 24} 540v-${index % 5 === 0 ? 14 : 7}`,
  ).join('');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <style>${drawingStyle}</style>
      <rect width="100%" height="100%" fill="${colour.paper}"/>
      <path d="${grid}" stroke="${colour.hairline}" stroke-opacity=".55" fill="none"/>
      ${drawing ? `<g class="art" transform="translate(${corner.left} ${corner.top}) scale(${scale})">${drawing}</g>` : ''}
      <path d="M${margin} 540H${width - margin}${ticks}" stroke="${colour.ink}" stroke-width="2"/>
    </svg>`,
  );
}

type ExampleDocument = NonNullable<ShareImageTexts['paper']>;
const documentLines = ({ lines }: ExampleDocument) => lines.slice(0, 7).map(shortenLine);
/** Pixels from the top of the document to a line. */
const lineTop = (index: number) => 74 + index * 36;

/** Lays out the text of a document on top of its drawing. */
function documentText(document: ExampleDocument) {
  const at = (top: number) => ({ left: corner.left + inset, top: corner.top + top });
  const lineWidth = Math.floor(480 * scale) - 2 * inset;
  return [
    positionText(
      renderText(shorten(document.title, 26), { size: 25, color: colour.ink, width: lineWidth }),
      at(inset),
    ),
    ...documentLines(document).map((line, index) =>
      positionText(
        renderText(line, { size: 17, color: colour.muted, width: 2 * lineWidth }),
        at(lineTop(index)),
      ),
    ),
  ];
}

async function positionText(
  text: Promise<RenderedText | null>,
  { top, left, right }: { top: number; left?: number; right?: number },
) {
  const set = await text;
  return set && { input: set.input, top, left: left ?? width - (right ?? 0) - set.width };
}

/** Draws a share image: a PNG of 1200 by 630 pixels, 20 to 40 kB. */
export async function drawShareImage(texts: ShareImageTexts): Promise<Buffer> {
  const characters = await loadFonts();
  const { heading, label, agency, tagline, paper } = withTexts(texts, (text) =>
    keepDrawable(text, characters),
  );
  const drawing = texts.paper ? drawDocument(texts.paper) : null;
  const lineWidth = drawing === null ? fullWidth : widthWithDrawing;
  const placed = await Promise.all([
    positionText(renderHeading(/[\p{L}\p{N}]/u.test(heading) ? heading : agency, lineWidth), {
      left: margin,
      top: 150,
    }),
    positionText(renderText(shorten(label, 40), { size: 26, color: colour.saffronText, width: lineWidth }), {
      left: margin,
      top: 84,
    }),
    positionText(renderText(shorten(agency, 28), { size: 32, color: colour.ink, width: 640 }), {
      left: margin,
      top: 562,
    }),
    positionText(renderText(shorten(tagline, 44), { size: 24, color: colour.teal, width: 520 }), {
      right: margin,
      top: 567,
    }),
    ...(paper ? documentText(paper) : []),
  ]);
  return sharp(background(drawing))
    .composite(placed.filter((text) => text !== null))
    .png({ palette: true, colours: 64, effort: 7, compressionLevel: 9 })
    .toBuffer();
}

/** Draws one image at a time, so that many requests do not block the site. */
const limit = pLimit(1);
/** Images of about 30 kB, cached in memory because the disk may be full or missing. */
const imageCache = new LRUCache<string, Buffer, ShareImageTexts>({
  max: 200,
  fetchMethod: (_version, _stale, { context }) => limit(() => drawShareImage(context)),
});

/** Returns a page's share image, drawn on the first request. */
export function shareImage(texts: ShareImageTexts): Promise<Buffer> {
  return imageCache.forceFetch(shareImageVersion(texts), { context: texts });
}
