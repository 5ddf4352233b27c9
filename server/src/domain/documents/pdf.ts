// Loaded with the first paper: the library takes seven megabytes, and most processes make none for hours.
export { callsPdf } from './calls-pdf.ts';
export { consentPdf } from './consent-pdf.ts';
export { receiptPdf } from './receipt-pdf.ts';
export { statementPdf } from './statement-pdf.ts';
