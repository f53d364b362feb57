/** Runs on pages with a film on YouTube: a press on its picture loads YouTube's player in place of the picture. */
document.addEventListener('click', (event) => {
  const { target } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-player]') : null;
  // A second film's copy of this script has replaced the link, or the visitor asked for a new tab.
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const player = Object.assign(document.createElement('iframe'), {
    src: link.dataset.player,
    title: link.title,
    // The page's styles hold only what its HTML needs.
    className: link.className,
    allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
    // YouTube refuses to play without the address of the site.
    referrerPolicy: 'strict-origin-when-cross-origin',
  });
  link.replaceWith(player);
  player.focus();
});
