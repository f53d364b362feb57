/** Shown while the site has no content. */
export function GettingStarted() {
  return (
    <main id="content">
      <div className="frame airy">
        <h1 className="display text-3xl">This site has no content yet</h1>
        <div className="prose mt-6">
          <p>The site is running but has no content. There are two ways to start:</p>
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
              Or run <code>npm run seed</code> to import the sample content, then edit it.
            </li>
          </ol>
          <p>The site replaces this page as soon as you publish the settings.</p>
        </div>
      </div>
    </main>
  );
}
