import localFont from 'next/font/local';

/**
 * The heading font: Bricolage Grotesque, weight 700, optical size 72, with Latin letters and the rupee sign only.
 * Its fallback has the same widths (`Display fallback` in globals.css), so that nothing shifts when it has loaded.
 */
export const display = localFont({
  src: './bricolage-grotesque-700.woff2',
  weight: '700',
  style: 'normal',
  display: 'swap',
  variable: '--font-bricolage',
  adjustFontFallback: false,
});
