import type { Provider } from '#server/kernel/provider.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';
import { INK, INSIDE, PAGE, type Paper } from './paper.ts';

/** Three waves on the accent: the mark of the product, 36 units wide. */
const WAVES = [13.5, 19.5, 25.5].map((y) => `M8 ${y}c3.3-3.4 6.7-3.4 10 0s6.7 3.4 10 0`).join('');
const MARK = 26;
const NAME_LINE = 17;
const DETAILS_WIDTH = INSIDE * 0.55;
const NAME_WIDTH = INSIDE - DETAILS_WIDTH - MARK - 24;

/** The operator's mark and name on the left, contact details on the right. Returns the y where the text continues. */
export function heading(paper: Paper, provider: Provider): number {
  const { doc, accent, write } = paper;
  const { side, top } = PAGE;
  doc
    .save()
    .translate(side, top)
    .scale(MARK / 36);
  doc.roundedRect(0, 0, 36, 36, 10).fill(accent);
  doc.path(WAVES).lineWidth(2.6).lineCap('round').stroke('#ffffff');
  doc.restore();
  const name = { size: 13, weight: 'semi' } as const;
  const names = paper.wrapped(provider.name, NAME_WIDTH, name);
  for (const [index, line] of names.entries()) write(line, side + MARK + 9, top + 5 + index * NAME_LINE, name);
  const lines = detailsOf(provider).flatMap((text) => paper.wrapped(text, DETAILS_WIDTH, { size: 7.5 }));
  for (const [index, line] of lines.entries()) {
    write(line, PAGE.width - side, top + index * 10.5, { size: 7.5, colour: INK.second, align: 'right' });
  }
  return top + Math.max(MARK, names.length * NAME_LINE, lines.length * 10.5) + 22;
}

/** The issuer of the document and its contacts. */
function detailsOf({ legal, site, support_phones: phones, support_email: email }: Provider): string[] {
  const reach = [phones[0] && phoneText(phones[0].phone), email, new URL(site).host].filter(Boolean).join(', ');
  if (!legal) return [reach];
  const { name, inn, kpp, ogrn, address } = legal;
  return [name, [`ИНН ${inn}`, kpp && `КПП ${kpp}`, `ОГРН ${ogrn}`].filter(Boolean).join(', '), address, reach];
}
