import { formReadyEvent } from './form-ready.ts';

/**
 * Pages with forms need React, but not for being read: its scripts would compete with the first picture of the page
 * and hold up a phone that only scrolls. They are fetched once the page is painted, and run at the first sign of a
 * hand, or three seconds later at the latest. Nothing depends on it: what is sent before they run waits for them.
 */

const externalScript = /<script src="([^"]+)"[^>]*\basync\b[^>]*><\/script>/g;
const scriptPreload = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*>/g;

/**
 * How long a page is left alone before its scripts are fetched, in milliseconds after its first picture: then they
 * cannot delay it, and are there before anybody has found the first field.
 */
const breath = 100;

/** How long a page waits for a hand before its scripts run anyway, in milliseconds after it has loaded. */
const patience = 3000;

/**
 * What runs instead. An address with a query (a pay link) is filled in by React, so it does not wait. A form with
 * `data-waits` that is sent, or refused by the browser's own checks, is sent again when React is there; where the
 * scripts do not come, it goes to the server as it would without any.
 */
const loader = (sources: string[]) =>
  `(s=>{let d=document,w,off,make=(t,p)=>d.head.append(Object.assign(d.createElement(t),p)),go=()=>{let l=s;s=[];for(let src of l)make('script',{src,onerror(){off=1;w?.submit()}})},hold=e=>{let f=e.target.closest('form[data-waits]');if(f&&!off){e.preventDefault();e.stopPropagation();w=f;go()}};for(let t of['pointerover','pointerdown','touchstart','keydown','focusin','wheel'])addEventListener(t,go,{once:true,passive:true,capture:true});for(let t of['submit','invalid'])addEventListener(t,hold,true);d.addEventListener('${formReadyEvent}',()=>w?.requestSubmit());addEventListener('load',()=>{requestAnimationFrame(()=>setTimeout(()=>{for(let href of s)make('link',{rel:'preload',as:'script',href})},${breath}));setTimeout(go,location.search?0:${patience})})})(${JSON.stringify(sources)})`;

/** The page with the framework's scripts for later. Inline scripts, which are data for them, stay where they are. */
export function withLaterScripts(html: string): string {
  const sources = [...html.matchAll(externalScript)].flatMap(([, source = '']) => source);
  const [first] = sources;
  if (first === undefined) return html;
  const script = `<script data-own="">${loader([...new Set(sources)])}</script>`;
  return html.replace(scriptPreload, '').replace(externalScript, '').replace('</head>', `${script}</head>`);
}
