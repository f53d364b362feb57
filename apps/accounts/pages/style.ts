/** The style sheet of the staff pages: the site's colours with system fonts. */
export const style = `
:root { color-scheme: light dark; --paper: #fbf8f2; --surface: #fff; --ink: #10292b; --muted: #4c5f60; --line: #7a8b8a;
  --hairline: #e3dccf; --saffron: #f59e3d; --teal: #0f6b63; --error: #b42318 }
@media (prefers-color-scheme: dark) { :root { --paper: #0b1c1e; --surface: #12282a; --ink: #ece8df; --muted: #a9b8b6;
  --line: #5e7674; --hairline: #1f3a3c; --saffron: #ffb366; --teal: #5fd1c3; --error: #ff9a8f } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
header { border-bottom: 1px solid var(--hairline) }
header div, main { max-width: 42rem; margin: 0 auto; padding: 0 20px }
header div { display: flex; flex-wrap: wrap; align-items: center; gap: 0 20px; min-height: 56px }
header a, header button { padding: 10px 0; border: 0; background: none; color: var(--teal); font: inherit; font-weight: 600;
  text-decoration: none; min-height: 44px; cursor: pointer }
header a[aria-current] { color: var(--ink); box-shadow: inset 0 -3px var(--saffron) }
header form { margin: 0 0 0 auto }
main { padding: 40px 20px 96px }
main.narrow { max-width: 28rem; padding-top: 10vh }
h1 { margin: 0 0 8px; font-size: clamp(1.9rem, 1.5rem + 1.8vw, 2.5rem); line-height: 1.1; text-wrap: balance }
h2 { margin: 48px 0 8px; padding-top: 16px; border-top: 1px solid var(--hairline); font-size: 1.25rem; line-height: 1.25 }
h3 { margin: 0; font-size: 1.05rem }
p { margin: 8px 0 }
small, .muted { color: var(--muted); font-size: .9rem }
a { color: var(--teal) }
form { margin: 16px 0 }
label { display: block; margin: 16px 0 0; font-weight: 600 }
label small { display: block; font-weight: 400 }
input, select { display: block; width: 100%; min-height: 46px; margin-top: 4px; padding: 8px 12px; border: 1px solid var(--line);
  border-radius: 4px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 400 }
main button { min-height: 46px; margin-top: 16px; padding: 9px 18px; border: 1px solid var(--line); border-radius: 4px;
  background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; cursor: pointer }
main button:hover { border-color: var(--ink) }
main button.first { border-color: var(--saffron); background: var(--saffron); color: #10292b }
.narrow button { width: 100% }
button.role { display: block; text-align: start }
button.role span { display: block; color: var(--muted); font-weight: 400; font-size: .9rem }
main button.small { min-height: 44px; margin: 0; padding: 6px 14px; font-size: .9rem }
:focus-visible { outline: 3px solid var(--saffron); outline-offset: 3px }
ul { margin: 16px 0; padding: 0; list-style: none }
li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; padding: 12px 0;
  border-bottom: 1px solid var(--hairline) }
li form, .row form { margin: 0 }
li small { display: block }
.row { display: flex; flex-wrap: wrap; align-items: end; gap: 12px }
.row label, .notice label { margin: 0 }
.notice label + label { margin-top: 12px }
article { padding: 20px 0; border-bottom: 1px solid var(--hairline) }
article ul { margin: 8px 0 0; padding-left: 16px; border-left: 3px solid var(--hairline) }
summary { padding: 10px 0; color: var(--teal); font-weight: 600; cursor: pointer }
.notice { margin: 16px 0 24px; padding: 14px 18px; border-left: 4px solid var(--teal); background: var(--surface) }
.problem, [data-problem]:not(:empty) { margin: 16px 0; padding: 14px 18px; border-left: 4px solid var(--error);
  background: var(--surface); color: var(--error) }
.problem::before, [data-problem]:not(:empty)::before { content: '⚠\\fe0e  ' / '' }
.or { display: flex; align-items: center; gap: 12px; margin: 24px 0; color: var(--muted) }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid var(--hairline) }
[hidden] { display: none }
`;
