import { icons } from 'lucide-react';

const byName = new Map(Object.entries(icons));

/** The drawing of a Lucide icon by its name (`chart-line`). A module of its own: the whole set loads when first shown. */
export default function IconDrawing({ name }: { name: string }) {
  const Drawing = byName.get(name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()));
  return Drawing ? <Drawing aria-hidden="true" /> : null;
}
