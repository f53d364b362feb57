/** Returns a small complete PDF. Its text makes it differ from others. */
export const pdf = (text = 'x'): string => `%PDF-1.7\n1 0 obj\n<< /Title (${text}) >>\nendobj\n%%EOF\n`;

/** Returns a file as a browser sends it, by default a PDF. */
export const pdfFile = (name: string, content: BlobPart = pdf(name)): File =>
  new File([content], name, { type: 'application/pdf' });
