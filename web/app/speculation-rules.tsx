/** Pages that a reader is about to open are prepared: when the pointer rests on a link, or a finger touches it. */
const rules = {
  prerender: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: ['/studio*', '/api/*'] } }],
      },
      eagerness: 'moderate',
    },
  ],
};

/** Declares to the browser which links it may prepare; browsers that do not know it take it for data. */
export function SpeculationRules() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the code.
    <script type="speculationrules" dangerouslySetInnerHTML={{ __html: JSON.stringify(rules) }} />
  );
}
