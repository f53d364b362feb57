import type { Plugin } from 'vite';

/** Faulty code in Sanity's packages and its replacement. */
const patches = [
  // Requests to Sanity's servers, which the policy forbids: error reports.
  ['enabled: typeof window < "u" && (', 'enabled: !1 && ('],
  // Update checks; versions come with package.json.
  ['let res = await fetch(getModuleUrl({', 'return; let res = await fetch(getModuleUrl({'],
  // Feedback availability.
  ['skip = t0 !== void 0 && t0, [available', 'skip = !0, [available'],
  // The user endpoint on a host that only hosted projects have.
  ['{ useProjectHostname: !0 }', '{ useProjectHostname: !context.state.get().options.apiHost }'],
  // Closing the form while offline: edits are kept (`studio/unsaved`).
  ['isConnected ? of("connected") : timer(200).pipe(mapTo("reconnecting"))', 'of("connected")'],
  ['syncBlocked = syncState === "stalled" || syncState === "recovering"', 'syncBlocked = !1'],
  // The dialog of an action closed when another action came into the menu, which counted them by place.
  [
    'currentAction = actionStates[actionIndex], hasDialog',
    'currentAction = actionIndex === -1 ? void 0 : actionStates.find(({ dialog }) => dialog) ?? actionStates[actionIndex], hasDialog',
  ],
  // A part that cannot be loaded: `reload-on-load-error.ts` says so and reloads once the site answers. Sanity reloads in vain.
  [
    'function ImportErrorScreen(props) {',
    'function ImportErrorScreen(props) { return window.dispatchEvent(new window.Event("studio-load-error")), null;',
  ],
  // Dates that cannot be read, which left the time as it was: scheduling waits for another one …
  [
    'isValid(parsedDate) && setPublishAt(parsedDate)',
    'setPublishAt(isValid(parsedDate) ? parsedDate : void 0)',
  ],
  [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: That is how it is written there.
    'Invalid date. Must be on the format "${dateFormat}"',
    'Write the day as year, month and day: 2026-12-31.',
  ],
  // … and a schedule that begins with a minute that has passed.
  [
    'new Date(initialDate || /* @__PURE__ */ new Date())',
    'new Date(Math.max(new Date(initialDate || 0), (Math.floor(Date.now() / 18e5) + 2) * 18e5))',
  ],
  // Leaks: each message to the preview …
  ['stopChild(event.requestId), enqueue', 'enqueue.stopChild(event.requestId), enqueue'],
  // … each version of a document whose references are checked, with a subscription to each of them …
  [
    'refIds$.pipe(distinct(), ',
    'refIds$.pipe(distinct(([document]) => getVersionFromId$1(document?._id || "")), ',
  ],
  // … the history since each version, which is asked for anew anyhow, and each version that was published …
  [
    'return documentTransactionsCache[cacheKey] = transactions, transactions;',
    'return toTransaction === void 0 ? transactions : documentTransactionsCache[cacheKey] = transactions;',
  ],
  [
    'if (!documentRevisionCache[cacheKey]) {',
    'if (!documentRevisionCache[cacheKey]) { for (let old of Object.keys(documentRevisionCache).slice(0, -10)) delete documentRevisionCache[old];',
  ],
  // … and the form of each version: closures of a rendering hold those of earlier ones.
  ['let readOnly = t25, t26;', 'let readOnly = t25, t26; readOnlyProp = void 0;'],
  [
    'isDeleted = getIsDeleted(editState_0)',
    'isDeleted = timelineReady && !editState_0?.draft && !editState_0?.published && !editState_0?.version && !isPristine',
  ],
] as const;

/** Patches Sanity's packages in the build, which fails when a patch no longer applies. */
export function patchSanity(): Plugin {
  const found = new Set<string>();
  return {
    name: 'studio-patched-sanity',
    apply: 'build',
    transform(code, id) {
      if (!/\/node_modules\/(?:sanity|@sanity\/(?:sdk|comlink|util))\//.test(id)) return;
      const here = patches.filter(([text]) => code.includes(text));
      for (const [text] of here) found.add(text);
      if (here.length > 0)
        return here.reduce((changed, [text, instead]) => changed.replace(text, instead), code);
    },
    generateBundle() {
      const gone = patches.find(([text]) => !found.has(text));
      if (gone) this.error(`Sanity's packages have changed: "${gone[0]}" is not in them any more.`);
    },
  };
}
