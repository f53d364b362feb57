/** Id of the menu, which is a native popover on phones: Escape and a tap outside close it without a script. */
export const menuId = 'site-menu';

/**
 * A choice closes the menu even when it leads to the page that is open, and a page that comes back from the browser's
 * cache does so with its menu closed.
 */
export const menuScript = `(m=>{let c=()=>m.matches(':popover-open')&&m.hidePopover();m.addEventListener('click',e=>e.target.closest('a')&&c());addEventListener('pagehide',c);matchMedia('(width>=64rem)').addEventListener('change',c)})(document.getElementById('${menuId}'))`;

/**
 * Marks the page as arrived at once on later pages of a visit, otherwise when it has loaded or after 1500 ms. Without
 * scripts, or where storage is refused, the style sheet ends the overlay after the same time.
 */
export const overlayScript = `(d=>{let a=()=>{d.dataset.arrived=''};try{if(sessionStorage.visited)return a();sessionStorage.visited=1}catch{}addEventListener('load',a);setTimeout(a,1500)})(document.documentElement)`;

/** Says on the page for missing paths which path it was. */
export const missingPathScript = `console.error('404: no page at',location.pathname)`;

/** Every script that stands in a page, for the policy of previews. */
export const ownScripts = [overlayScript, menuScript, missingPathScript];
