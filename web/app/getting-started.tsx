/** Shown while the site has no content. */
export function GettingStarted() {
  return (
    <main id="content">
      <div className="frame airy">
        <h1 className="display text-3xl">This site has no content yet</h1>
        <div className="prose mt-6">
          <p>It is running and waits for its first words. Two ways to begin:</p>
          <ol>
            <li>
              Open the{' '}
              <a href="/studio" className="link">
                Studio
              </a>
              , fill in <strong>Site settings</strong>, then make a page with the address <code>home</code>{' '}
              and publish both.
            </li>
            <li>
              Or run <code>npm run seed</code> to put the initial content in, and change it from there.
            </li>
          </ol>
          <p>This page makes way for the site as soon as the settings are published.</p>
        </div>
      </div>
    </main>
  );
}
