/** Longest edge of a transformed picture, in pixels; larger requests are clamped. */
export const maxOutputEdge = 4096;

/** In pixels. */
export type Rectangle = Size & { left: number; top: number };
export type Size = { width: number; height: number };

/** The part of `rect` that lies in the picture, or undefined when none does. */
export function clipToImage(source: Size, rect: Rectangle): Rectangle | undefined {
  const width = Math.min(rect.width, source.width - rect.left);
  const height = Math.min(rect.height, source.height - rect.top);
  return width > 0 && height > 0 ? { ...rect, width, height } : undefined;
}
