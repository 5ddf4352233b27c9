import { keepTogether } from '#server/domain/shared/text.rules.ts';

export interface MessageText {
  readonly title: string;
  /** HTML of the allow list; `message` makes it from plain text. */
  readonly body: string;
}

/** Text as a paragraph of a message: what looks like markup in it stays text. */
const paragraph = (text: string): string => `<p>${escaped(keepTogether(text))}</p>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const message = (title: string, ...paragraphs: readonly string[]): MessageText => ({
  title,
  body: paragraphs.map(paragraph).join(''),
});

/** The paragraphs of a message as plain text, for channels without markup. */
export const paragraphsOf = ({ body }: MessageText): string[] =>
  body
    .split('</p>')
    .map((part) => unescaped(part.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')).trim())
    .filter((part) => part !== '');

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
