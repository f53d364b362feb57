import localFont from 'next/font/local';

/**
 * The heading typeface: Bricolage Grotesque, weight 700, optical size 72, cut down to Latin and the rupee sign.
 * Its stand-in while it loads has the same widths (`Display stand-in` in globals.css), so nothing moves.
 */
export const display = localFont({
  src: './bricolage-grotesque-700.woff2',
  weight: '700',
  style: 'normal',
  display: 'swap',
  variable: '--font-bricolage',
  adjustFontFallback: false,
});
