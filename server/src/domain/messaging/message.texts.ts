import { keepTogether } from '#domain/shared/text.rules.ts';

/** Text as a paragraph of a message: what looks like markup in it stays text. */
export const paragraph = (text: string): string => `<p>${escaped(keepTogether(text))}</p>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
