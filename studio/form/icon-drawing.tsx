import { Building2, icons } from 'lucide-react';

// The set has icons under their newest names only; content keeps the older ones.
const byName = new Map(Object.entries({ ...icons, Building2 }));

/** The drawing of a Lucide icon by its name (`chart-line`). A module of its own: the whole set loads when first shown. */
export default function IconDrawing({ name }: { name: string }) {
  const Drawing = byName.get(name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()));
  return Drawing ? <Drawing aria-hidden="true" /> : null;
}
