import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { optimize } from 'svgo';
import { z } from 'zod';
import { drawings as drawn } from '#schemas/objects/icon-drawings.generated.ts';

/**
 * Generates the selectable icons, each as one SVG path. Lucide's React components would add a client context and four
 * times the markup. Pass names to add icons: `node web/components/icon/generate.ts anvil`.
 */
const root = path.resolve(import.meta.dirname, '../../..');
const lucide = path.join(root, 'node_modules/lucide-react/dist/esm/icons');

const shape = z.tuple([z.string(), z.record(z.string(), z.coerce.string())]);
const iconModule = z.object({ __iconData: z.object({ node: z.array(shape) }) });

async function shapesOf(name: string): Promise<z.infer<typeof shape>[]> {
  const file = path.join(lucide, `${name}.mjs`);
  const alias = /^export \{ default \} from '\.\/(.+)\.mjs'/m.exec(readFileSync(file, 'utf8'))?.[1];
  return alias ? shapesOf(alias) : iconModule.parse(await import(file)).__iconData.node;
}

/** Returns path data for shapes that SVGO converts badly or not at all; undefined for other shapes. */
function pathOf(tag: string, attributes: Record<string, string>): string | undefined {
  const n = (key: string) => Number(attributes[key] ?? 0);
  const [x, y, width, height, r] = [n('x'), n('y'), n('width'), n('height'), n('rx') || n('ry')];
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  if (tag === 'rect')
    return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}`;
  // The ring stays open, because a closed ring narrower than its stroke would show a hole.
  const ring = (rx: number, ry: number) =>
    `M${n('cx') - rx} ${n('cy')}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
  if (tag === 'circle') return ring(n('r'), n('r'));
  return tag === 'ellipse' ? ring(n('rx'), n('ry')) : undefined;
}

function drawingOf(shapes: z.infer<typeof shape>[]): string {
  const elements = shapes.map(([tag, { key: _key, fill: _fill, ...attributes }]) => {
    const d = pathOf(tag, attributes);
    if (d) return `<path d="${d}"/>`;
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
    return `<${tag} ${written.join(' ')}/>`;
  });
  // The stroke is the same as in the style sheet. It tells SVGO that lines of zero length are dots.
  const svg = `<svg stroke="#000" stroke-linecap="round">${elements.join('')}</svg>`;
  const { data } = optimize(svg, {
    plugins: [
      'convertShapeToPath',
      { name: 'mergePaths', params: { force: true } },
      // More decimals would not be visible in a drawing of 24 units.
      { name: 'convertPathData', params: { floatPrecision: 2, noSpaceAfterFlags: true } },
    ],
  });
  const drawing = /^<svg[^>]*><path d="([^"]+)"\/><\/svg>$/.exec(data)?.[1];
  if (!drawing) throw new Error(`This icon does not become one path: ${data}`);
  return drawing;
}

const drawings = await Promise.all(
  [...new Set([...Object.keys(drawn), ...process.argv.slice(2)])]
    .sort()
    .map(async (name) => `  '${name}': '${drawingOf(await shapesOf(name))}',`),
);
writeFileSync(
  path.join(root, 'schemas/objects/icon-drawings.generated.ts'),
  `// Drawn by Lucide (ISC licence, https://lucide.dev). Written by web/components/icon/generate.ts.\nexport const drawings = {\n${drawings.join('\n')}\n} as const;\n`,
);
