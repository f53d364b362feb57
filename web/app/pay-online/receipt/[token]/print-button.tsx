'use client';

/** Opens the browser's print dialog, where a receipt can also be saved as a PDF. */
export function PrintButton() {
  return (
    <button type="button" onClick={() => window.print()} className="action">
      Print or save as PDF
    </button>
  );
}
