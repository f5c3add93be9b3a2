import type { DocumentWriter } from '../../shop/books/documents/document-file.server.ts';
import { isVatDocument } from '../../shop/books/xml/ubl.ts';

/** Writes documents as PDF and as UBL. Imports pdfkit at the first document, not at the start. */
export const documentWriter: DocumentWriter = async (document) => {
  const { documentFileName, documentPdf } = await import('./document-pdf.ts');
  const { documentUbl } = await import('./document-ubl.ts');
  return {
    fileName: documentFileName(document),
    pdf: () => documentPdf(document),
    ubl: isVatDocument(document) ? async () => documentUbl(document) : null,
  };
};
