import type { Provider } from '#server/kernel/provider.ts';
import { dayText, YEARLESS } from '#server/domain/shared/text.rules.ts';
import type { PaymentLine } from './document.queries.ts';
import { heading } from './heading.ts';
import { ACCOUNT_TITLES, exactRubles, methodText } from './line.texts.ts';
import { INK, INSIDE, openPaper, PAGE, type Paper } from './paper.ts';

interface Issued {
  readonly provider: Provider;
  readonly now: Date;
  /** «20 ноября 2026, 14:05», of now and of the payment. */
  readonly nowText: string;
  readonly paidText: string;
}

const { side } = PAGE;
const NAMES_WIDTH = 130;

/** The receipt of one payment, on a single sheet. */
export function receiptPdf(payment: PaymentLine, issued: Issued): AsyncIterable<Buffer> {
  const { provider } = issued;
  const title = `Квитанция об оплате № ${payment.transaction_id}`;
  const paper = openPaper({
    title,
    author: provider.name,
    accentHue: provider.accent_hue,
    accentChroma: provider.accent_chroma,
    footer: `Сформировано ${issued.nowText} в личном кабинете`,
    now: issued.now,
  });
  let y = heading(paper, provider);
  paper.write(title, side, y, { size: 20, weight: 'semi' });
  y = sum(paper, payment, y + 40, issued.paidText);
  for (const [name, value] of factsOf(payment, issued)) y = fact(paper, name, value, y);
  const url = payment.fiscal_receipt?.url ?? undefined;
  if (url !== undefined) y = fiscalLink(paper, url, y);
  note(paper, y + 14, payment.fiscal_receipt);
  paper.close();
  return paper.doc as AsyncIterable<Buffer>;
}

function sum({ doc, write }: Paper, { amount }: PaymentLine, y: number, paidText: string): number {
  doc.roundedRect(side, y, INSIDE, 74, 10).fill(INK.tint);
  write('Получено', side + 20, y + 14, { size: 9, colour: INK.second });
  write(exactRubles(amount), side + 20, y + 29, { size: 24, weight: 'semi' });
  write(paidText, PAGE.width - side - 20, y + 40, { size: 10, colour: INK.second, align: 'right' });
  return y + 74 + 24;
}

const factsOf = (payment: PaymentLine, { paidText }: Issued): (readonly [string, string])[] => [
  ['Плательщик', payment.client_name],
  ['Договор', payment.contract_no],
  ['Лицевой счёт', `${payment.account_no}, ${ACCOUNT_TITLES[payment.kind]}`],
  ['Назначение', payment.text],
  ['Способ оплаты', methodText(payment.method)],
  ['Зачислено', paidText],
  ...payment.returned.map(
    ({ day, amount, is_reversal }) =>
      [is_reversal ? 'Отменён' : 'Возвращено', `${exactRubles(amount)}, ${dayText(day, YEARLESS)}`] as const,
  ),
  ...fiscalFacts(payment),
];

/** The numbers by which the tax office checks it: of the drive, of the document, and its fiscal sign. */
function fiscalFacts({ fiscal_receipt: receipt }: PaymentLine): (readonly [string, string])[] {
  if (receipt === null) return [];
  if (receipt.state === 'due') return [['Кассовый чек', 'Готовится']];
  if (receipt.number !== null) return [['Кассовый чек', `№ ${receipt.number}`]];
  return [['Кассовый чек', `ФН ${receipt.fn_number}, ФД ${receipt.fd_number}, ФП ${receipt.fpd}`]];
}

function fact(paper: Paper, name: string, value: string, y: number): number {
  paper.write(name, side, y, { size: 10, colour: INK.second });
  const lines = paper.wrapped(value, INSIDE - NAMES_WIDTH, { size: 10 });
  for (const [index, line] of lines.entries()) paper.write(line, side + NAMES_WIDTH, y + index * 13.5, { size: 10 });
  const next = y + Math.max(lines.length, 1) * 13.5 + 7;
  paper.rule(next);
  return next + 8;
}

function fiscalLink(paper: Paper, url: string, y: number): number {
  const next = fact(paper, 'Чек в интернете', url, y);
  paper.doc.link(side + NAMES_WIDTH, y - 4, INSIDE - NAMES_WIDTH, next - y, url);
  return next;
}

/** Says that the sheet is not the fiscal receipt, and where that is. */
function note(paper: Paper, y: number, receipt: PaymentLine['fiscal_receipt']): void {
  const fiscal = whereIs(receipt);
  const text = `Квитанция подтверждает, что деньги зачислены на лицевой счёт. Это не кассовый чек: ${fiscal}`;
  for (const [index, line] of paper.wrapped(text, INSIDE, { size: 8.5 }).entries()) {
    paper.write(line, side, y + index * 12, { size: 8.5, colour: INK.second });
  }
}

function whereIs(receipt: PaymentLine['fiscal_receipt']): string {
  if (receipt?.number) return 'кассовый чек выдан в офисе.';
  return receipt?.url ? 'кассовый чек открывается по ссылке выше.' : 'кассовый чек провайдер присылает отдельно.';
}
