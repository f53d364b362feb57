/** Id of the menu, which is a native popover on phones: Escape and a tap outside close it without a script. */
export const menuId = 'site-menu';

/**
 * Two things in one script, at the beginning of the page.
 *
 * The menu: a choice closes it even when it leads to the page that is open, a page that comes back from the browser's
 * cache does so with its menu closed, and so does one whose window grows to where the menu stands in the bar.
 *
 * The overlay: the page is marked as arrived at once on later pages of a visit, otherwise when it has loaded or after
 * 1500 ms. Without scripts, or where storage is refused, the style sheet ends the overlay after the same time.
 */
export const frameScript = `(d=>{let a=()=>{d.documentElement.dataset.arrived=''},c=()=>d.querySelector(':popover-open')?.hidePopover();d.addEventListener('click',e=>e.target.closest('[popover] a')&&c());addEventListener('pagehide',c);matchMedia('(width>=64rem)').addEventListener('change',c);try{if(sessionStorage.visited)return a();sessionStorage.visited=1}catch{}addEventListener('load',a);setTimeout(a,1500)})(document)`;

/** Says on the page for missing paths which path it was. */
export const missingPathScript = `console.error('404: no page at',location.pathname)`;

/** Pages that a reader is about to open are prepared: when the pointer rests on a link, or a finger touches it. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: ['/studio*', '/api/*'] } }] },
      eagerness: 'moderate',
    },
  ],
});

/** Everything inline that stands in a page, for the policy of pages that are rendered for one request. */
export const ownScripts = [frameScript, missingPathScript, speculationRules];
