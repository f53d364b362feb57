import './globals.css';
import { draftMode } from 'next/headers';
import type { ReactNode } from 'react';
import { display } from '#web/fonts/display.ts';
import { Preview } from './preview/preview.tsx';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { isEnabled: isPreview } = await draftMode();
  return (
    // The overlay's script marks the element before React compares it.
    <html lang="en-IN" className={display.variable} suppressHydrationWarning>
      <body>
        {children}
        {isPreview ? <Preview /> : null}
      </body>
    </html>
  );
}
