import { speculationRules } from '#web/inline-scripts/inline.generated.ts';

/** Declares to the browser which links it may prepare; browsers that do not know it take it for data. */
export function SpeculationRules() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the code.
    <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
  );
}
