import { rubles } from '#server/domain/shared/text.rules.ts';
import { vatWithin } from '#server/domain/money/vat/vat.rules.ts';
import type { ReceiptItem, RecordedReceipt } from '#server/integrations/fiscal/port.ts';
import { BACK, bankFrame } from './bank-page.ts';
import { escapedMarkup } from '#server/domain/shared/escaped-markup.rules.ts';

const TITLES = { sell: 'Кассовый чек, приход', sell_refund: 'Кассовый чек, возврат прихода' } as const;

/**
 * The receipt of the built-in cash register, in the form of a fiscal data operator's page; it says that it is not
 * valid.
 */
export const recordedReceiptPage = ({ document, fd_number }: RecordedReceipt, seller: string): string =>
  bankFrame(
    'Учебный чек',
    `<section class="card">
<h1>${TITLES[document.kind]}</h1>
<p class="result expired" role="status">Учебный чек: в налоговую не отправлен и силы не имеет</p>
<p class="sum">${rubles(document.amount)}</p>
<dl>
<div><dt>Продавец</dt><dd>${escapedMarkup(seller)}, ИНН ${escapedMarkup(document.seller.inn)}</dd></div>
${document.items.map((item) => itemRow(item, document.items.length > 1)).join('\n')}
<div><dt>Оплата</dt><dd>${document.inCash ? 'наличными' : 'безналичными'}</dd></div>
<div><dt>Когда</dt><dd>${escapedMarkup(document.timestamp)}</dd></div>
<div><dt>НДС</dt><dd>${vatText(document)}</dd></div>
<div><dt>Номер документа</dt><dd>${fd_number}</dd></div>
</dl>
${BACK}</section>`,
  );

export const unknownReceiptPage = (): string =>
  bankFrame('Чек не найден', `<section class="card"><h1>Такого чека нет</h1>${BACK}</section>`);

const itemRow = ({ text, amount }: ReceiptItem, withSum: boolean): string =>
  `<div><dt>За что</dt><dd>${escapedMarkup(text)}${withSum ? `: ${rubles(amount)}` : ''}</dd></div>`;

function vatText({ vat, amount }: RecordedReceipt['document']): string {
  return vat === null ? 'не облагается' : `${rubles(vatWithin(amount, vat))} (${vat}/${100 + vat})`;
}
