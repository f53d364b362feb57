import { singleLine } from '#web/contracts/text.ts';

/** Returns the codes of the characters that a TrueType font draws, from the segments of its `cmap` table (format 4). */
export function readCharacters(font: Buffer): number[] {
  const list = (count: number, at: number, step: number) =>
    Array.from({ length: count }, (_, index) => at + index * step);
  const table = list(font.readUInt16BE(4), 12, 16).find(
    (at) => font.toString('latin1', at, at + 4) === 'cmap',
  );
  const cmap = table === undefined ? 0 : font.readUInt32BE(table + 8);
  const formats = list(font.readUInt16BE(cmap + 2), cmap + 8, 8).map((at) => cmap + font.readUInt32BE(at));
  const format = formats.find((at) => font.readUInt16BE(at) === 4);
  if (table === undefined || format === undefined) throw new Error('The font has no list of characters.');
  /** In bytes: two for each segment. */
  const size = font.readUInt16BE(format + 6);
  return list(size / 2, format + 14, 2).flatMap((at) => {
    const [last, first] = [font.readUInt16BE(at), font.readUInt16BE(at + size + 2)];
    return list(last - first + 1, first, 1);
  });
}

/**
 * Leaves out characters that no font draws, such as emoji: they would be boxes, or depend on the fonts of the machine.
 * A letter in another form, such as 𝗕, becomes the plain letter. Brackets that become empty go too.
 */
export function keepDrawable(text: string, drawable: ReadonlySet<number>): string {
  const isDrawable = (character: string) => drawable.has(character.codePointAt(0) ?? 0);
  const kept = [...singleLine(text)].map((one) =>
    isDrawable(one) ? one : [...one.normalize('NFKD')].filter(isDrawable).join(''),
  );
  return (
    kept
      .join('')
      // Joiners of emoji that are gone.
      .replace(/(?<![\p{L}\p{M}])[\u200c\u200d]/gu, '')
      .replace(/[([]\s*[)\]]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
