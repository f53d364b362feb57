import { roleNames, roles } from './roles.ts';

/** The page of the one-click sign-in: one button for each role. `target` and `formToken` go back with the click. */
export function signInPage(target: string, formToken: string): string {
  const buttons = roleNames
    .map((name) => {
      const { title, description } = roles[name];
      return `<button name="role" value="${name}"><strong>${title}</strong><span>${description}</span></button>`;
    })
    .join('\n');
  return page(
    'Sign in',
    `<h1>Sign in to the local content lake</h1>
<p>This machine needs no password. Choose the role to work in; you go back to <b>${escapeHtml(new URL(target).host)}</b>.</p>
<form method="post">
<input type="hidden" name="origin" value="${escapeHtml(target)}">
<input type="hidden" name="token" value="${escapeHtml(formToken)}">
${buttons}
</form>`,
  );
}

/** A page that says why signing in did not work. */
export function signInProblemPage(message: string): string {
  return page('Sign in', `<h1>Signing in did not work</h1><p>${escapeHtml(message)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
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

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
