import localFont from 'next/font/local';

/**
 * The heading font: Bricolage Grotesque, weight 700, optical size 72, with Latin letters and the rupee sign only.
 * Its fallback has about the same widths (`Display fallback` in globals.css). A heading that is shown never changes its
 * font, since it could break into lines elsewhere: on a slow network the font is there from the second page on.
 */
export const display = localFont({
  src: './display.woff2',
  weight: '700',
  style: 'normal',
  display: 'optional',
  variable: '--display',
  adjustFontFallback: false,
});
