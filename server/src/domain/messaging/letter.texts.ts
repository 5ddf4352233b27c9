import { escapedMarkup } from '#server/domain/shared/escaped-markup.rules.ts';
interface LetterParts {
  readonly text: string;
  readonly provider: string;
  /** The screen on which the client can act. */
  readonly link?: string | undefined;
  /** Where the client chooses his letters. */
  readonly choices?: string | undefined;
  /** Switches such letters off. */
  readonly leave?: string | undefined;
}

const CHOICES = 'Какие письма получать';
const LEAVE = 'Не присылать такие письма';

export function plainLetter({ text, link, choices, leave }: LetterParts): string {
  const foot = [
    ...(choices === undefined ? [] : [`${CHOICES}: ${choices}`]),
    ...(leave === undefined ? [] : [`${LEAVE}: ${leave}`]),
  ];
  const parts = [text.trimEnd(), ...(link === undefined ? [] : [link]), ...foot];
  return parts.length === 1 ? text : `${parts.join('\n\n')}\n`;
}

const STYLES = {
  page: 'margin:0;padding:24px 16px;background:#f4f5f7;color:#1b1d21;font:16px/1.5 system-ui,Arial,sans-serif',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px',
  button:
    'display:inline-block;padding:12px 20px;background:#1f5fd0;color:#ffffff;border-radius:8px;text-decoration:none',
  foot: 'max-width:560px;margin:16px auto 0;color:#5c6370;font-size:13px',
};

/** The same in HTML, without pictures: nothing tells the provider that it has been opened. */
export function htmlLetter({ text, provider, link, choices, leave }: LetterParts): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((part) => `<p style="margin:0 0 16px">${escapedMarkup(part).replaceAll('\n', '<br>')}</p>`);
  const button =
    link === undefined
      ? ''
      : `<p style="margin:0"><a href="${escapedMarkup(link)}" style="${STYLES.button}">Открыть кабинет</a></p>`;
  const foot = [footLink(CHOICES, choices), footLink(LEAVE, leave)].join('');
  return [
    '<!doctype html><html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>',
    `<body style="${STYLES.page}"><div style="${STYLES.card}">`,
    ...paragraphs,
    `${button}</div><p style="${STYLES.foot}">${escapedMarkup(provider)}${foot}</p></body></html>`,
  ].join('\n');
}

const footLink = (words: string, address: string | undefined): string =>
  address === undefined
    ? ''
    : ` · <a href="${escapedMarkup(address)}" style="color:inherit">${words.charAt(0).toLowerCase()}${words.slice(1)}</a>`;
