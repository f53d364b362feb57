import localFont from 'next/font/local';

/**
 * The heading font: Bricolage Grotesque, weight 700, optical size 72, Latin letters and the rupee sign only. Its fallback
 * has similar widths (`Display fallback` in globals.css), so that headings keep their lines when the font arrives late.
 * A font that takes longer than three seconds is used from the second page on, because readers are then in the text.
 */
export const display = localFont({
  src: './display.woff2',
  weight: '700',
  style: 'normal',
  display: 'fallback',
  variable: '--display',
  adjustFontFallback: false,
});
