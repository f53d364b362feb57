import type { Plugin } from 'vite';

/**
 * Runs before the Studio's scripts. If a script cannot be loaded, for example because the site restarts, the page shows
 * only a notice, and reloads once the site responds. Sanity would reload at once, and fail. Vite reports scripts that are
 * loaded later by the event `vite:preloadError`.
 */
const script = `
{
  const retryDelay = 2000;
  let isWaiting = false;
  const reloadWhenReady = () => {
    if (isWaiting) return;
    isWaiting = true;
    const notice = document.createElement('p');
    notice.setAttribute('role', 'alert');
    notice.textContent = 'The Studio could not be loaded. The site may be restarting, or you may be offline. The page reloads automatically.';
    notice.style.cssText = 'position:fixed;inset:30vh 0 auto;z-index:9999999;width:fit-content;max-width:80vw;margin:auto;padding:16px 24px;border-radius:4px;background:#fce4c8;color:#10292b;font:16px/1.5 system-ui,sans-serif';
    document.body.append(notice);
    const check = () =>
      fetch(location.href, { cache: 'no-store' }).then(
        ({ ok }) => (ok ? location.reload() : setTimeout(check, retryDelay)),
        () => setTimeout(check, retryDelay),
      );
    setTimeout(check, retryDelay);
  };
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    document.getElementById('sanity').hidden = true;
    reloadWhenReady();
  });
  const isNeeded = ({ target }) => target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
  const isEmpty = () => !document.getElementById('sanity')?.hasChildNodes();
  addEventListener('error', (event) => isNeeded(event) && isEmpty() && reloadWhenReady(), true);
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
        // The content security policy allows inline scripts of exactly this form (`web/studio-files`).
        page.source = String(page.source).replace('<head>', () => `<head><script>${script}</script>`);
      },
    },
  };
}
