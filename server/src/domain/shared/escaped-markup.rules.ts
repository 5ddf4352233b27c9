/** A text as HTML and XML write it, within an element or an attribute in double quotes. */
export const escapedMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
