import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

type Patch = {
  /** The fault without the patch. An error names it if the patch no longer applies. */
  fault: string;
  /** Its issue or pull request at Sanity, as far as there is one. */
  issue: string;
  /** Sanity's compiled code, and our replacement. */
  code: string | RegExp;
  replacement: string;
  /** Least number of places with this code. A package that is installed twice has it twice. */
  places?: number;
};

/** Faulty code in Sanity's packages: requests to other hosts, lost edits and wrong times. Nothing else is patched. */
const patches: Patch[] = [
  {
    fault: 'The Studio requests the latest version from sanity-cdn.com at the start and every 15 minutes.',
    issue: 'sanity-io/sanity#10158',
    code: 'let res = await fetch(getModuleUrl({',
    replacement: 'return; let res = await fetch(getModuleUrl({',
  },
  {
    fault: 'The Studio requests api.sanity.io to find out whether it takes feedback.',
    issue: 'sanity-io/sanity#12497',
    code: 'skip = t0 !== void 0 && t0, [available',
    replacement: 'skip = !0, [available',
  },
  {
    fault: 'The Studio sends the request for its user to a subdomain, which only hosted projects have.',
    issue: 'not reported; sanity-io/sdk#817 changed other requests',
    code: '{ useProjectHostname: !0 }',
    replacement: '{ useProjectHostname: !context.state.get().options.apiHost }',
    places: 2,
  },
  {
    fault:
      'The menu of the Studio asks a subdomain, which only hosted projects have, whether one is signed in.',
    issue: 'not reported',
    code: 'async function callAuthId(client) {',
    replacement: 'async function callAuthId(client) { return AUTHENTICATED;',
  },
  {
    fault:
      'A form loses what is typed while it is offline. `studio/unsaved` stores edits, so it can stay open.',
    issue: 'sanity-io/sanity#5884',
    code: 'isConnected ? of("connected") : timer(200).pipe(mapTo("reconnecting"))',
    replacement: 'of("connected")',
  },
  {
    fault: 'A form loses what is typed while edits wait to be saved.',
    issue: 'sanity-io/sanity#13799',
    code: 'syncBlocked = syncState === "stalled" || syncState === "recovering"',
    replacement: 'syncBlocked = !1',
  },
  {
    fault: 'A dialog schedules for the earlier time if it cannot read the one that was typed.',
    issue: 'not reported',
    code: /isValid\(parsedDate\) && (?=setPublishAt|onChange)/g,
    replacement: 'parsedDate = isValid(parsedDate) ? parsedDate : void 0, ',
    places: 3,
  },
  {
    fault: 'The dialog for a new release fails without a time, which the patch for unreadable times sets.',
    issue: 'not reported',
    code: 'intendedPublishAt: date.toISOString()',
    replacement: 'intendedPublishAt: date?.toISOString()',
  },
  {
    fault: 'Outside India, the dialogs compare the time with now as if it were in the zone of the browser.',
    issue: 'not reported',
    code: 'isBefore(zoneDateToUtc(publishAt',
    replacement: 'isBefore((publishAt',
    places: 2,
  },
  {
    fault: 'Outside India, a time that is chosen in the calendar is shifted by the zone of the browser.',
    issue: 'sanity-io/sanity#11242 fixed other dialogs',
    code: /(?<=date && (?:setPublishAt|onChange)\()zoneDateToUtc(?=\()/g,
    replacement: '',
    places: 2,
  },
  {
    fault: 'Outside India, the time of a new release is shifted by the zone of the browser.',
    issue: 'not reported',
    code: 'zoneDateToUtc(new Date(metadata.intendedPublishAt)).toISOString()',
    replacement: 'metadata.intendedPublishAt',
  },
];

/** Vite's development server pre-bundles packages again if the name of a plugin has changed. */
const texts = patches.map(({ code, replacement }) => `${code} ${replacement}`);
const name = `studio-patched-sanity-${createHash('sha256').update(texts.join()).digest('hex')}`;

/**
 * Patches Sanity's packages, the same in the build and in the development server, which pre-bundles packages by itself. Both
 * fail if a patch no longer applies, and say what it was for.
 */
export function patchSanity(): Plugin {
  return {
    ...createPatcher(),
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [createPatcher()] } } }),
  };
}

/** Returns a plugin for one bundler. The pre-bundler also makes bundles without Sanity, in which nothing is patched. */
function createPatcher() {
  let sanity: ReturnType<typeof preparePatches> | undefined;
  return {
    name,
    buildStart() {
      sanity = undefined;
    },
    transform(code, id) {
      if (!/\/node_modules\/(?:sanity|@sanity\/sdk)\//.test(id)) return;
      sanity ??= preparePatches();
      return sanity.patch(code);
    },
    generateBundle() {
      if (!sanity) return;
      const missing = sanity.describeMissing();
      if (missing) this.error(missing);
      console.info(`Sanity runs with ${patches.length} patches.`);
    },
  } satisfies Plugin;
}

/** Returns functions that patch the files of a bundle, and then say which patches did not apply. */
export function preparePatches() {
  const found = new Map<Patch, number>();
  const patch = (file: string) =>
    patches.reduce((code, one) => {
      const places = code.split(one.code).length - 1;
      found.set(one, (found.get(one) ?? 0) + places);
      return places > 0 ? code.replaceAll(one.code, one.replacement) : code;
    }, file);
  const describeMissing = () => {
    const missing = patches.filter((one) => (found.get(one) ?? 0) < (one.places ?? 1));
    const faults = missing.map(({ fault, issue }) => `- ${fault} (${issue})`).join('\n');
    return faults && `Sanity's code has changed. These patches no longer apply:\n${faults}`;
  };
  return { patch, describeMissing };
}
