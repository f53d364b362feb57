'use client';

/** What stands in for a page that could not be rendered. The details are in the server's log, by the digest. */
export function UnexpectedError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="content">
      <h1>Unexpected Application Error!</h1>
      <p>Something went wrong on our side. Nothing that you did caused it, and trying again often helps.</p>
      <p>
        <button type="button" onClick={reset}>
          Try again
        </button>{' '}
        <a href="/">Back to the home page</a>
      </p>
      {error.digest ? <p>Error {error.digest}</p> : null}
    </main>
  );
}
