/** Longest edge of a transformed picture, in pixels; larger requests are clamped. */
export const maxOutputEdge = 4096;

export type Rectangle = Size & { left: number; top: number };
export type Size = { width: number; height: number };

/** Returns the part of `rect` inside the picture, or undefined if there is none. */
export function clipToImage(source: Size, rect: Rectangle): Rectangle | undefined {
  const width = Math.min(rect.width, source.width - rect.left);
  const height = Math.min(rect.height, source.height - rect.top);
  return width > 0 && height > 0 ? { ...rect, width, height } : undefined;
}
