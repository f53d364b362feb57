import { html } from 'hono/html';
import type { Role } from './roles.ts';

type Html = ReturnType<typeof html>;

/** The page of the one-click sign-in: one button for each role. `target` and `formToken` go back with the click. */
export function signInPage(roles: Role[], target: string, formToken: string): Html {
  const buttons = roles.map(
    ({ name, title, description }) =>
      html`<button name="role" value="${name}"><strong>${title}</strong><span>${description}</span></button>`,
  );
  return page(html`<h1>Sign in to the local content lake</h1>
<p>This machine needs no password. Choose the role to work in; you go back to <b>${new URL(target).host}</b>.</p>
<form method="post">
<input type="hidden" name="origin" value="${target}">
<input type="hidden" name="token" value="${formToken}">
${buttons}
</form>`);
}

/** A page that says why signing in did not work. */
export function signInProblemPage(message: string): Html {
  return page(html`<h1>Signing in did not work</h1><p>${message}</p>`);
}

function page(body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 12vh auto; padding: 0 1rem }
h1 { font-size: 1.4rem; line-height: 1.2 }
button { display: block; width: 100%; margin: .75rem 0; padding: .75rem 1rem; border: 1px solid GrayText; border-radius: .5rem; background: Canvas; color: CanvasText; font: inherit; text-align: start; cursor: pointer }
button:hover { background: ButtonFace }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
button span { display: block; color: GrayText }
</style>
${body}
</html>
`;
}
