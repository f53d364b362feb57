import { speculationRules } from '#web/inline-scripts/inline.generated.ts';

/** Links the browser may prefetch; browsers without support take the block for data. */
export function SpeculationRules() {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the code.
    <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
  );
}
