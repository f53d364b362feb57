import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Renders the drawings (SVG) as the pictures of the seed (PNG), each with a dark version: hosted Sanity resizes and
 * converts PNG, but serves SVG unchanged. Flat colours keep each picture below 60 kB at 1600 pixels. After you change a
 * drawing, run `node studio/seed/rasterise.ts`. A changed light picture gets a new id. Enter the id, which a unit test
 * shows, in `data.ndjson` as `madeFor` of the dark version.
 */
const drawings = path.join(import.meta.dirname, 'drawings');
const pictures = path.join(import.meta.dirname, 'images');
/** The dark colours of drawings with classes. */
const darkStyles = readFileSync(path.join(import.meta.dirname, 'dark.css'), 'utf8');

/** The dark colours of drawings without classes, by their light colours. */
const darkColours: Record<string, string> = {
  '#E6F0ED': '#12282A',
  '#EFE8DA': '#12282A',
  '#F1EADC': '#12282A',
  '#CFDEDA': '#183436',
  '#D3E2DE': '#183436',
  '#D8E4DF': '#183436',
  '#E9DFCC': '#1A3336',
  '#DDD3C0': '#1B3538',
  '#E0D6C3': '#1F3A3C',
  '#FBF8F2': '#173336',
  '#F3F9F7': '#173336',
  '#F4FAF8': '#173336',
  '#FFFFFF': '#1C3B3E',
  '#CFE3DF': '#2F5B57',
  '#CFDFDB': '#2F5B57',
  '#10292B': '#ECE8DF',
  '#4C5F60': '#A9B8B6',
  '#9FB0AE': '#5E7674',
  '#0F6B63': '#5FD1C3',
  '#F59E3D': '#FFB366',
  '#FBE0BC': '#5A4524',
};

for (const file of readdirSync(drawings)) {
  const name = path.basename(file, '.svg');
  const drawing = readFileSync(path.join(drawings, file), 'utf8');
  await rasterise(name, drawing);
  await rasterise(`${name}-dark`, darkVersionOf(drawing));
}

function darkVersionOf(drawing: string): string {
  return drawing.includes('</style>')
    ? drawing.replace('</style>', `${darkStyles}</style>`)
    : drawing.replace(/#[0-9A-F]{6}\b/g, (colour) => darkColours[colour] ?? colour);
}

async function rasterise(name: string, drawing: string) {
  const { size } = await sharp(Buffer.from(drawing), { density: 72 })
    .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9, effort: 10 })
    .toFile(path.join(pictures, `${name}.png`));
  console.log(`${name} ${Math.round(size / 1000)} kB`);
}
