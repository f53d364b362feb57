'use client';

import { UnexpectedError } from './unexpected-error.tsx';

/** The same where not even the frame of the page could be rendered. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en-IN">
      <body>
        <UnexpectedError {...props} />
      </body>
    </html>
  );
}
