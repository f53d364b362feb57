import './globals.css';
import type { Metadata, Viewport } from 'next';
import { draftMode } from 'next/headers';
import type { ReactNode } from 'react';
import { display } from '#web/fonts/display.ts';
import { PreviewTools } from '#web/preview/preview-tools.tsx';

/** Browsers that need other formats request `/favicon.ico` and `/apple-touch-icon.png` without a link. */
export const metadata: Metadata = { icons: '/icon.svg' };

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { isEnabled: isPreview } = await draftMode();
  return (
    // The overlay's script changes this element before hydration.
    <html lang="en-IN" className={display.variable} suppressHydrationWarning>
      <body>
        {children}
        {isPreview ? <PreviewTools /> : null}
      </body>
    </html>
  );
}
