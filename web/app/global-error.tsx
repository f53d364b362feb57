'use client';

import UnexpectedError, { type Props } from './error.tsx';

/** Replaces the whole document after an error in the root layout. */
export default function GlobalError(props: Props) {
  return (
    <html lang="en-IN">
      <body>
        <UnexpectedError {...props} />
      </body>
    </html>
  );
}
