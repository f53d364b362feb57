import localFont from 'next/font/local';

/**
 * The heading font: Bricolage Grotesque, weight 700, optical size 72, Latin letters and the rupee sign only. Its fallback
 * has similar widths (`Display fallback` in globals.css). A visible heading never changes its font, because its lines could
 * break elsewhere. On a slow network, the font is used from the second page on.
 */
export const display = localFont({
  src: './display.woff2',
  weight: '700',
  style: 'normal',
  display: 'optional',
  variable: '--display',
  adjustFontFallback: false,
});
