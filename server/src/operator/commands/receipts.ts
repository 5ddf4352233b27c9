import { retryReceipt } from '#domain/payments/fiscal/receipt.ts';
import { troubledReceipts } from '#domain/payments/fiscal/receipt.queries.ts';
import { rubles } from '#domain/shared/text.rules.ts';
import { numberOf, type Command, type Tools } from '../command.ts';

export const receiptCommands: readonly Command[] = [
  { words: ['receipts', 'failed'], arguments: [], help: 'кассовые чеки, которые не получились', run: failed },
  { words: ['receipts', 'retry'], arguments: ['<проводка>'], help: 'пробить такой чек ещё раз', run: retry },
];

const KINDS = { sell: 'приход', sell_refund: 'возврат' } as const;

async function failed({ db, say }: Tools): Promise<number> {
  const found = await db.read(troubledReceipts);
  for (const { transaction_id, created_at, kind, amount, account_no, error, state } of found) {
    const why = error ?? (state === 'due' ? 'касса не подключена или не ответила' : 'причина неизвестна');
    say(`${transaction_id}  ${created_at}  ${KINDS[kind]} ${rubles(amount)}, счёт ${account_no}: ${why}`);
  }
  say(found.length === 0 ? 'Все чеки пробиты' : `Всего ${found.length}`);
  return 0;
}

async function retry({ db, now, say }: Tools, [id = '']: readonly string[]): Promise<number> {
  const renewed = await db.write((tx) => retryReceipt(tx, numberOf(id), now));
  say(renewed ? 'Чек будет пробит ещё раз' : 'Среди неудавшихся такого чека нет');
  return renewed ? 0 : 1;
}
