/** Styles for components that Sanity lacks, such as tables whose rows become cards on narrow screens. */
export const css = `
.staff-tool { container: staff-tool / inline-size; font-size: 13px; line-height: 1.5; color: var(--card-fg-color) }
.staff-tool a:not([data-ui]) { color: var(--card-link-color); text-decoration: underline }
/* Sanity’s own colours have as little contrast as 2.9 to 1. */
[data-scheme=light] [data-filled=true] { background: color-mix(in srgb, var(--card-bg-color), #000 24%) }
.staff-table { width: 100%; border-collapse: collapse; font-size: 13px; line-height: 1.5; color: var(--card-fg-color) }
.staff-table :is(th, td) { padding: 8px 12px 8px 0; text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; border-bottom: 1px solid var(--card-border-color) }
.staff-table thead th { color: var(--card-muted-fg-color); white-space: nowrap }
.staff-table tbody th { font-weight: 500; min-width: 6rem; max-width: 20rem }
.staff-table :is(th, td):last-child { padding-inline-end: 0 }
.staff-table [data-amount=true] { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums }
.staff-table [data-ui=Badge] { white-space: nowrap }
:is(.staff-table, .staff-facts) [data-ui=Badge] { vertical-align: middle }
.staff-table td a { overflow-wrap: normal }
.staff-table button { max-width: min(18rem, 80cqi) }
.staff-tool :is(th, td, dd, input, textarea) { unicode-bidi: plaintext }
.staff-tool ::file-selector-button { font: inherit; color: inherit; background: none; border: 1px solid var(--card-border-color); border-radius: 3px; padding: 8px 12px; margin-inline-end: 8px }
.staff-fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9rem, 100%), 1fr)); gap: 12px; align-items: end }
.staff-buttons { display: grid; gap: 12px }
.staff-question { margin: 0; place-self: center; font-size: 17px; font-weight: 600; line-height: 1.4; overflow-wrap: anywhere; outline: none }
.staff-pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(max(10rem, 20%), 1fr)); gap: 12px; list-style: none; margin: 0; padding: 0 }
.staff-pictures img { flex: 1; min-width: 0; height: 9rem; object-fit: contain; background: var(--card-muted-bg-color) }
.staff-table[data-narrow] td:nth-child(2):last-child { width: 100% }
.staff-tool [aria-label='Usual tasks'] span { white-space: normal }
.staff-columns { display: grid; grid-template-columns: minmax(0, 1fr) 24rem; gap: 40px; align-items: start }
.staff-facts { margin: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); gap: 6px 24px; font-size: 13px; line-height: 1.5; color: var(--card-fg-color) }
.staff-facts > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 12px }
.staff-facts button { margin-block: -6px }
.staff-facts dt { color: var(--card-muted-fg-color) }
.staff-facts dd { margin: 0; text-align: left; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
@container staff-tool (min-width: 641px) {
  .staff-table [data-amount=true]:not(:last-child) { padding-inline-end: 28px }
  .staff-table button { margin-block: -6px }
}
@container staff-tool (max-width: 900px) {
  .staff-columns { grid-template-columns: minmax(0, 1fr) }
}
@container staff-tool (max-width: 640px) {
  .staff-table:not([data-narrow]) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .staff-table:not([data-narrow]) tr { display: block; padding: 10px 0; border-bottom: 1px solid var(--card-border-color) }
  .staff-table:not([data-narrow]) tbody :is(th, td) { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; padding: 3px 0; border: 0; max-width: none; text-align: end }
  .staff-table:not([data-narrow]) tbody th { justify-content: flex-start; text-align: start }
  .staff-table:not([data-narrow]) tbody td::before { content: attr(data-title); color: var(--card-muted-fg-color); text-align: start; white-space: nowrap }
  .staff-table[data-narrow] :is(th, td) { min-width: 0; padding-inline-end: 8px }
  .staff-table[data-narrow] [data-amount=true] { font-size: 12px }
  .staff-table:not([data-narrow]) td:empty { display: none }
  .staff-facts > div { grid-template-columns: 7rem minmax(0, 1fr) }
}
/* For fingers. Links within sentences stay as high as these. */
@media (pointer: coarse), (max-width: 640px) {
  :is(.staff-tool, [role=dialog]:has(.staff-tool)) :is(button, input, select, [data-ui=Button]) { min-width: 44px; min-height: 44px }
  .staff-tool a:not([data-ui], [data-ui=Text] > span > a) { display: inline-flex; align-items: center; min-width: 44px; min-height: 44px }
}
`;
