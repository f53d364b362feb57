import './globals.css';
import { draftMode } from 'next/headers';
import type { ReactNode } from 'react';
import { display } from '#web/fonts/display.ts';
import { Preview } from './preview/preview.tsx';

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { isEnabled: isPreview } = await draftMode();
  return (
    <html lang="en-IN" className={display.variable}>
      <body>
        {children}
        {isPreview ? <Preview /> : null}
      </body>
    </html>
  );
}
