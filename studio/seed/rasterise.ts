import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Renders the drawings (SVG) as the pictures of the seed (PNG): hosted Sanity resizes and converts PNG, but serves SVG
 * unchanged. Flat colours keep each picture below 60 kB at 1600 pixels. A drawing with a style sheet is rendered twice:
 * its dark version has the colours of `dark.css`. After you change a drawing, run `node studio/seed/rasterise.ts`. A
 * changed light picture gets a new id. Enter the id, which a unit test shows, in `data.ndjson` as `madeFor` of the dark
 * version.
 */
const drawings = path.join(import.meta.dirname, 'drawings');
const pictures = path.join(import.meta.dirname, 'images');
const dark = readFileSync(path.join(import.meta.dirname, 'dark.css'), 'utf8');

for (const file of readdirSync(drawings)) {
  const name = path.basename(file, '.svg');
  const drawing = readFileSync(path.join(drawings, file), 'utf8');
  await rasterise(name, drawing);
  if (drawing.includes('</style>'))
    await rasterise(`${name}-dark`, drawing.replace('</style>', `${dark}</style>`));
}

async function rasterise(name: string, drawing: string) {
  const { size } = await sharp(Buffer.from(drawing), { density: 72 })
    .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9, effort: 10 })
    .toFile(path.join(pictures, `${name}.png`));
  console.log(`${name} ${Math.round(size / 1000)} kB`);
}
