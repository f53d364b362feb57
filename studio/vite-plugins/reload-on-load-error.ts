import type { Plugin } from 'vite';

/**
 * Runs before the Studio's scripts. If one of them cannot be loaded, for example because the site restarts, the page says
 * so and loads again once the site answers. Later parts of the Studio ask for the same by the event `studio-load-error`.
 */
const script = `
{
  let isWaiting = false;
  const loadAgain = () => {
    if (isWaiting) return;
    isWaiting = true;
    const notice = document.createElement('p');
    notice.setAttribute('role', 'alert');
    notice.textContent = 'The Studio could not be loaded. The site may be restarting, or your connection is lost. It is loaded again by itself.';
    notice.style.cssText = 'position:fixed;inset:30vh 0 auto;z-index:9999999;width:fit-content;max-width:80vw;margin:auto;padding:16px 24px;border-radius:4px;background:#fce4c8;color:#10292b;font:16px/1.5 system-ui,sans-serif';
    document.body.append(notice);
    const look = () =>
      fetch(location.href, { cache: 'no-store' }).then(
        ({ ok }) => (ok ? location.reload() : setTimeout(look, 2000)),
        () => setTimeout(look, 2000),
      );
    setTimeout(look, 2000);
  };
  addEventListener('studio-load-error', loadAgain);
  const isNeeded = ({ target }) => target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
  const isEmpty = () => !document.getElementById('sanity')?.hasChildNodes();
  addEventListener('error', (event) => isNeeded(event) && isEmpty() && loadAgain(), true);
}`;

export function reloadOnLoadError(): Plugin {
  return {
    name: 'studio-reload-on-load-error',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') this.error('The Studio build has no index.html.');
        // The policy allows scripts of exactly this form (`web/studio-files`).
        page.source = String(page.source).replace('<head>', () => `<head><script>${script}</script>`);
      },
    },
  };
}
