import './globals.css';
import type { Metadata, Viewport } from 'next';
import { draftMode } from 'next/headers';
import type { ReactNode } from 'react';
import { display } from '#web/fonts/display.ts';
import { PreviewTools } from '#web/preview/preview-tools.tsx';

/** Browsers that want another format ask for `/favicon.ico` and `/apple-touch-icon.png` by themselves. */
export const metadata: Metadata = { icons: '/icon.svg' };

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { isEnabled: isPreview } = await draftMode();
  return (
    // The overlay's script marks the element before hydration.
    <html lang="en-IN" className={display.variable} suppressHydrationWarning>
      <body>
        {children}
        {isPreview ? <PreviewTools /> : null}
      </body>
    </html>
  );
}
