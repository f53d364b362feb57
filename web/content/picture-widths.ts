/** Widths in pixels. The image route serves no others. */
export const pictureWidths = [160, 320, 480, 640, 800, 1080, 1280, 1600, 1920] as const;
