import type { Period } from '@kabinet/contract/kernel/day';
import type { TelephoneDocument } from './mailing.rules.ts';

const monthText = (period: Period): string =>
  new Intl.DateTimeFormat('ru', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${period}-01`))
    .replace(' г.', '');

export interface DocumentLetter {
  readonly document: TelephoneDocument;
  readonly period: Period;
  /** By which the client knows the contract. */
  readonly contractNo: string;
  readonly provider: string;
  readonly publicUrl: string;
  /** Whether some files did not fit into the letter. */
  readonly isCut: boolean;
}

const NAMES = { invoice: 'Счёт за телефон', calls: 'Детализация звонков' } as const;
const WHAT = {
  invoice: 'Во вложении — выписка по счёту «Телефон»: сколько было, что списали и что вы заплатили.',
  calls:
    'Во вложении — звонки каждого номера: таблица и документ для печати. Номера собеседников скрыты звёздочками: так мы бережём тайну связи. Полные номера владелец договора может посмотреть в личном кабинете.',
} as const;

export function documentLetter({ document, period, contractNo, provider, publicUrl, isCut }: DocumentLetter) {
  const title = `${NAMES[document]}, ${monthText(period)}`;
  const cut = isCut ? ['Все файлы в письмо не поместились. Остальные можно скачать в личном кабинете.'] : [];
  const off = `Договор ${contractNo}, ${provider}. Отключить эти письма или сменить адрес можно в личном кабинете, на странице телефона: ${publicUrl}/lk/`;
  return { subject: title, text: `${[WHAT[document], ...cut, off].join('\n\n')}\n` };
}
