/** An amount or a payment's id. */
const figures = /(₹[\d,.]*\d|pay_\w+)/;

/**
 * Shows a text whose figures browsers' translations leave unchanged. Each part has its own element, because translations
 * replace texts by elements, and React then loses a text beside other nodes.
 */
export const TextWithFigures = ({ text }: { text: string }) =>
  text.split(figures).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: every second part is a figure, and no part has a state
    <span key={index} translate={index % 2 ? 'no' : undefined}>
      {part}
    </span>
  ));
