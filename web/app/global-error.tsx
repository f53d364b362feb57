'use client';

import UnexpectedError, { type Props } from './error.tsx';

/** For errors in the root layout. */
export default function GlobalError(props: Props) {
  return (
    <html lang="en-IN">
      <body>
        <UnexpectedError {...props} />
      </body>
    </html>
  );
}
