import { kopecks } from '@kabinet/contract/kernel/money';
import { verifyLedger, type Fault, type Finding, type Progress } from '#domain/money/ledger/verify.ts';
import { plural, rubles } from '#domain/shared/text.rules.ts';
import type { Command, Tools } from '../command.ts';
import { countEntries } from '../operator.queries.ts';

const FAULTS: Record<Fault, string> = {
  transaction_unbalanced: 'проводка не сходится в ноль',
  transaction_empty: 'проводка без строк',
  balance_differs: 'остаток не равен сумме строк',
  month_differs: 'итог месяца не равен сумме строк',
  side_differs: 'строка учтена не на той стороне (пополнения, списания)',
  payment_credited_twice: 'платёж зачислен не один раз',
  payment_not_in_ledger: 'оплаченный платёж не проведён на свою сумму',
  notification_not_in_ledger: 'зачисленное уведомление не проведено',
  refund_exceeds_payment: 'вернули больше, чем пришло',
  refund_not_in_ledger: 'возврат не проведён на свою сумму',
  refund_state_differs: 'состояние платежа не отвечает возвратам',
};

/** Faults that are counted, not summed. */
const COUNTED: ReadonlySet<Fault> = new Set(['payment_credited_twice', 'transaction_empty', 'side_differs']);

export const ledgerCommands: readonly Command[] = [
  {
    words: ['ledger', 'verify'],
    arguments: [],
    help: 'сверить книги: суммы проводок, остатки, месяцы, платежи',
    run: verify,
  },
];

/** Of so few nobody needs to hear how far the proof has come. */
const FEW = 50_000;

const PARTS = { transactions: 'проводок', accounts: 'счетов' } as const;
const progressText = ({ of, done, all }: Progress) =>
  `Проверено ${PARTS[of]}: ${done.toLocaleString('ru-RU')} из ${all.toLocaleString('ru-RU')}`;

async function verify({ db, say }: Tools): Promise<number> {
  const hear = (progress: Progress) => {
    if (progress.all > FEW) say(progressText(progress));
  };
  const [findings, counts] = await db.read(async (tx) => [await verifyLedger(tx, { hear }), await countEntries(tx)]);
  const size = `${plural(counts.transactions, ['проводка', 'проводки', 'проводок'])}, ${plural(counts.entries, ['строка', 'строки', 'строк'])}`;
  for (const finding of findings) say(findingText(finding));
  if (findings.length === 0) say(`Книги сходятся: ${size}`);
  else say(`Книги не сходятся: ${plural(findings.length, ['ошибка', 'ошибки', 'ошибок'])} (${size})`);
  return findings.length === 0 ? 0 : 1;
}

function findingText({ fault, subject, expected, found }: Finding): string {
  const text = (value: number) => (COUNTED.has(fault) ? String(value) : rubles(kopecks(value)));
  return `${subject}: ${FAULTS[fault]}, должно быть ${text(expected)}, есть ${text(found)}`;
}
