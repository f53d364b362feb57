'use client';

import { UnexpectedError } from './unexpected-error.tsx';

/** For errors in the root layout. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en-IN">
      <body>
        <UnexpectedError {...props} />
      </body>
    </html>
  );
}
