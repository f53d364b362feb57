import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { iconNames } from '#schemas/objects/icon.ts';
import { shortenPath } from './shorten-path.ts';

/**
 * Writes `drawings.generated.ts`: each icon that editors can choose, as the data of one SVG path. Lucide's own React
 * components would bring a client context and four times the markup. Run it after adding an icon to the schema:
 * `node web/components/icon/generate.ts`.
 */
const lucide = path.resolve(import.meta.dirname, '../../../node_modules/lucide-react/dist/esm/icons');

/** Icons that the site itself uses. */
const ownIcons = ['arrow-up-right', 'chevron-down', 'circle-alert', 'menu', 'x'];

const shape = z.tuple([z.string(), z.record(z.string(), z.coerce.string())]);
const iconModule = z.object({ __iconData: z.object({ node: z.array(shape) }) });

async function nodesOf(name: string): Promise<z.infer<typeof shape>[]> {
  const file = path.join(lucide, `${name}.mjs`);
  const alias = /^export \{ default \} from '\.\/(.+)\.mjs'/m.exec(readFileSync(file, 'utf8'))?.[1];
  return alias ? nodesOf(alias) : iconModule.parse(await import(file)).__iconData.node;
}

function pathOf([tag, given]: z.infer<typeof shape>): string {
  const n = (key: string, otherwise = 0) => Number(given[key] ?? otherwise);
  switch (tag) {
    case 'path':
      return standingAlone(given.d ?? '');
    case 'line':
      return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`;
    case 'polyline':
    case 'polygon':
      return `M${given.points}${tag === 'polygon' ? 'Z' : ''}`;
    case 'circle':
    case 'ellipse': {
      const [rx, ry] = [n('rx', n('r')), n('ry', n('r'))];
      return `M${n('cx') - rx} ${n('cy')}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
    }
    case 'rect': {
      const [width, height] = [n('width'), n('height')];
      const r = n('rx', n('ry'));
      const corner = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '');
      return `M${n('x') + r} ${n('y')}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}`;
    }
    default:
      throw new Error(`Lucide uses <${tag}>, which this script cannot turn into a path.`);
  }
}

/** A path may begin with a relative move, which means another place once a path stands before it. */
function standingAlone(d: string): string {
  return d.replace(/^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)\s*(?=([-\d.])?)/, (_, x, y, isLine) =>
    isLine ? `M${x} ${y}l` : `M${x} ${y}`,
  );
}

const drawings = await Promise.all(
  [...new Set([...iconNames, ...ownIcons])].sort().map(async (name) => {
    const data = shortenPath((await nodesOf(name)).map(pathOf).join(''));
    return `  '${name}': '${data}',`;
  }),
);
writeFileSync(
  path.join(import.meta.dirname, 'drawings.generated.ts'),
  `// Drawn by Lucide (ISC licence, https://lucide.dev). Written by generate.ts.\nexport const drawings = {\n${drawings.join('\n')}\n} as const;\n`,
);
