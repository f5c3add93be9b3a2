import type { DocumentWriter } from '../../shop/books/documents/document-file.server.ts';

/** Writes documents as PDF files. Imports pdfkit at the first document, not at the start. */
export const documentWriter: DocumentWriter = async (document) => {
  const { documentFileName, documentPdf } = await import('./document-pdf.ts');
  return { fileName: documentFileName(document), pdf: () => documentPdf(document) };
};
