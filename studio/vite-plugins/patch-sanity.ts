import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { stateWords } from '#studio/content/state-words.ts';
import { timeZone } from '#web/contracts/india.ts';

/** The names by which patched code uses our input for times and our search, which must not import Sanity's packages. */
const [scheduleTime, forgivingSearch] = ['OurScheduleTime', 'ourSearch'];
const imports = [
  { name: scheduleTime, exported: 'ScheduleTime', file: '../ui/date-input.tsx' },
  { name: forgivingSearch, exported: 'forgivingSearch', file: '../content/forgiving-search.ts' },
].map(({ name, exported, file }) => {
  const path = JSON.stringify(fileURLToPath(new URL(file, import.meta.url)));
  return { name, statement: `import { ${exported} as ${name} } from ${path};\n` };
});

/** Faulty code in Sanity's packages, with its replacement. */
const patches = [
  // Turns off error reports to Sanity's servers, which the content security policy forbids.
  ['enabled: typeof window < "u" && (', 'enabled: !1 && ('],
  // Turns off the check for updates, because versions come from package.json.
  ['let res = await fetch(getModuleUrl({', 'return; let res = await fetch(getModuleUrl({'],
  // Turns off a request that checks whether feedback is available.
  ['skip = t0 !== void 0 && t0, [available', 'skip = !0, [available'],
  // Without this patch, user requests go to a host that only hosted projects have.
  ['{ useProjectHostname: !0 }', '{ useProjectHostname: !context.state.get().options.apiHost }'],
  // Keeps the form open while offline: `studio/unsaved` stores the edits.
  ['isConnected ? of("connected") : timer(200).pipe(mapTo("reconnecting"))', 'of("connected")'],
  ['syncBlocked = syncState === "stalled" || syncState === "recovering"', 'syncBlocked = !1'],
  // The menu identified actions by index, so an action's dialog closed when another action appeared.
  [
    'currentAction = actionStates[actionIndex], hasDialog',
    'currentAction = actionIndex === -1 ? void 0 : actionStates.find(({ dialog }) => dialog) ?? actionStates[actionIndex], hasDialog',
  ],
  // If a part cannot be loaded, `reload-on-load-error.ts` waits for the site. Sanity would reload at once, and fail.
  [
    'function ImportErrorScreen(props) {',
    'function ImportErrorScreen(props) { return window.dispatchEvent(new window.Event("studio-load-error")), null;',
  ],
  // An invalid date silently kept the earlier time. With the patch, scheduling waits for a valid date.
  [
    'isValid(parsedDate) && setPublishAt(parsedDate)',
    'setPublishAt(isValid(parsedDate) ? parsedDate : void 0)',
  ],
  ['isValid(parsedDate) && onChange(parsedDate)', 'onChange(isValid(parsedDate) ? parsedDate : void 0)'],
  ['intendedPublishAt: date.toISOString()', 'intendedPublishAt: date?.toISOString()'],
  // Schedule dialogs understood only dates such as “Nov 27, 2030 09:00”, in the time zone of the browser.
  [
    'function DateTimeInput(props) {\n\tlet $ = c(70)',
    `function DateTimeInput(props) {\n\treturn jsx(${scheduleTime}, props);\n\tlet $ = c(70)`,
  ],
  [
    'jsx(LazyTextInput, {\n\t\t"data-testid": "date-input",\n\t\tvalue: t2,\n\t\tonChange: handlePublishAtInputChange',
    `jsx(${scheduleTime}, {\n\t\tinputValue: t2,\n\t\tonInputChange: handlePublishAtInputChange`,
  ],
  // Times had no title of their own, because Sanity's input, which we replace, shows it.
  [
    'isDateTimeSchemaType(schemaType)) return DateTimeField',
    'isDateTimeSchemaType(schemaType)) return PrimitiveField',
  ],
  // Compared a time with now as if the time were in the browser's zone.
  ['isBefore(zoneDateToUtc(publishAt), ', 'isBefore(publishAt, '],
  ['isBefore(zoneDateToUtc(publishAt || /* @__PURE__ */ new Date()), ', 'isBefore(publishAt || 0, '],
  // Chrome lists the zone under its old name.
  ['tz_3.name === localTzName', `["${timeZone}", "Asia/Calcutta"].includes(tz_3.name)`],
  ['getStoredTimeZone() || getDefaultTimeZone() || getLocalTimeZone()', 'getLocalTimeZone()'],
  // Removes the buttons that choose another time zone.
  ['const TimeZoneButton = (props) => {', 'const TimeZoneButton = (props) => {\n\treturn null;'],
  ['text: t12,\n\t\tonClick: dialogTimeZoneShow', 'text: t12,\n\t\thidden: !0'],
  ['onClick: dialogTimeZoneShow,\n\t\t...timeZoneButtonProps', 'hidden: !0'],
  ['showTimeZone && /* @__PURE__ */ jsx(Button$1', '!1 && /* @__PURE__ */ jsx(Button$1'],
  // The dialog proposed a time in the past.
  [
    'new Date(initialDate || /* @__PURE__ */ new Date())',
    'new Date(Math.max(new Date(initialDate || 0), (Math.floor(Date.now() / 18e5) + 2) * 18e5))',
  ],
  // A dialog took the focus from its field to its close button, so that a space in what people typed closed it.
  [
    'autoFocus && ref.current && focusFirstDescendant',
    'autoFocus && ref.current && !ref.current.contains(document.activeElement) && focusFirstDescendant',
  ],
  // The menu of a scheduled document had a disabled Schedule. `move-schedule.tsx` moves the schedule.
  [
    'if (!singleDocReleaseEnabled || ',
    'if (!singleDocReleaseEnabled || currentRelease && isCardinalityOneRelease(currentRelease) && !isPaused || ',
  ],
  // Fixes a memory leak: Sanity kept every message to the preview.
  ['stopChild(event.requestId), enqueue', 'enqueue.stopChild(event.requestId), enqueue'],
  // Fixes a memory leak: for each check of references, Sanity kept the document's version and a subscription to it.
  [
    'refIds$.pipe(distinct(), ',
    'refIds$.pipe(distinct(([document]) => getVersionFromId$1(document?._id || "")), ',
  ],
  // Fixes a memory leak: Sanity cached every published version and the history since then, without reusing the history.
  [
    'return documentTransactionsCache[cacheKey] = transactions, transactions;',
    'return toTransaction === void 0 ? transactions : documentTransactionsCache[cacheKey] = transactions;',
  ],
  [
    'if (!documentRevisionCache[cacheKey]) {',
    'if (!documentRevisionCache[cacheKey]) { for (let old of Object.keys(documentRevisionCache).slice(0, -10)) delete documentRevisionCache[old];',
  ],
  // Fixes a memory leak: the closures of a rendering kept earlier renderings, and with them the form of every version.
  ['let readOnly = t25, t26;', 'let readOnly = t25, t26; readOnlyProp = void 0;'],
  [
    'isDeleted = getIsDeleted(editState_0)',
    'isDeleted = timelineReady && !editState_0?.draft && !editState_0?.published && !editState_0?.version && !isPristine',
  ],
  // Lists of documents showed coloured dots without words, and none for a document that was never published.
  [
    'function renderDocumentStatusIcon(icon, selectedPerspective) {',
    `const statusWords = ${JSON.stringify(stateWords)};
function renderDocumentStatusIcon(icon, selectedPerspective) {
	if (statusWords[icon]) return jsx(Text, { size: 0, muted: icon === "published", children: statusWords[icon] }, icon);`,
  ],
  ['defaultPublishedWithDraft: ["draft", "published"]', 'defaultPublishedWithDraft: ["changed"]'],
  ['defaultUnpublished: []', 'defaultUnpublished: [], defaultDraft: ["draft"]'],
  [
    'published ? "defaultPublished" : "defaultUnpublished"',
    'published ? "defaultPublished" : documentVersions.some(({ _id }) => _id.startsWith("drafts.")) ? "defaultDraft" : "defaultUnpublished"',
  ],
  // Next to a preview, the form was too narrow to read a headline in it.
  ['minWidth: 325,\n\t\torder: 5', 'minWidth: 480,\n\t\torder: 5'],
  // A form showed two and a half fields on a laptop.
  ['RootStack, {\n\t\tgap: 6', 'RootStack, {\n\t\tgap: 5'],
  // An opened form moved the focus to a link or a menu, whose tooltip covered the first field.
  ['formRef && focusFirstDescendant(formRef)', 'formRef'],
  // Searches found nothing if one letter was wrong.
  [
    'return factory(searchableTypes, versionedClient(client, apiVersion), options);',
    `return ${forgivingSearch}(factory(searchableTypes, versionedClient(client, apiVersion), options), client, searchableTypes);`,
  ],
  // Nothing said that something was copied.
  [
    'await writeClipboardItem(payloadValue) || toast.push({',
    'await writeClipboardItem(payloadValue) ? toast.push({ status: "success", title: "Copied", description: "To paste it, open the menu of a field and select Paste." }) : toast.push({',
  ],
  // Adds the items of `list-input.tsx` to the menus of list items: in grids, in lists, and for references.
  ['let menuItems = t16, t17;', 'let menuItems = [...t16, ...props.menuItems ?? []], t17;'],
  ['let menuItems = t16, t17;', 'let menuItems = [...t16, ...props.menuItems ?? []], t17;'],
  ['let menuItems = t9, t10;', 'let menuItems = [...t9, ...props.menuItems ?? []], t10;'],
  // Shows fields of built-in types under the name that the form uses, and no altitude, which the site does not show.
  ['title: "Slug"', 'title: "Address"'],
  ['title: "Current slug"', 'title: "Address"'],
  ['title: "Altitude"', 'title: "Altitude", hidden: !0'],
  // Writes dates as the rest of the Studio does, instead of “Nov 27, 2030 @ 9:00:00 AM” and “27 November 2030, 9:00 AM”.
  [`"MMM d, yyyy '@' pp"`, '"d MMM yyyy, h:mm aaa"'],
  [`MEDIUM: "d MMMM yyyy',' p"`, 'MEDIUM: "d MMM yyyy, h:mm aaa"'],
  // Lists showed the id of a document that was just created or deleted.
  ['String(document.title) : "Missing document"', 'String(document.title) : "Not available"'],
  [
    'children: document.title ? `Missing document ID',
    'hidden: !0, children: document.title ? `Missing document ID',
  ],
  // On a phone, the title of a comparison and the name of the first version covered each other.
  [
    'display:flex;justify-content:space-between;align-items:center;overflow:hidden;',
    'display:flex;justify-content:space-between;align-items:center;overflow:hidden;@media (max-width:599px){h1{display:none !important;}}',
  ],
  // Removes the menu item “Inspect”, which shows a document as JSON.
  ['...inspectorItems,\n\t\tgetInspectItem(params),', '...inspectorItems,'],
] as const;

/** Patches Sanity's packages in the build. The build fails if a patch no longer applies. */
export function patchSanity(): Plugin {
  const found = new Set<string>();
  return {
    name: 'studio-patched-sanity',
    apply: 'build',
    transform(code, id) {
      if (!/\/node_modules\/(?:sanity|@sanity\/(?:sdk|comlink|util|schema|ui))\//.test(id)) return;
      const here = patches.filter(([text]) => code.includes(text));
      for (const [text] of here) found.add(text);
      if (here.length === 0) return;
      const changed = here.reduce((before, [text, instead]) => before.replace(text, () => instead), code);
      const used = imports.filter(({ name }) => changed.includes(name));
      return used.map(({ statement }) => statement).join('') + changed;
    },
    generateBundle() {
      const gone = patches.find(([text]) => !found.has(text));
      if (gone) this.error(`Sanity's packages have changed: "${gone[0]}" is no longer in them.`);
    },
  };
}
