import { useState } from 'react';
import { typedRubles, toWireMoney } from '@kabinet/contract/kernel/money';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { rubles } from '#web/lib/text/format.ts';
import { MoneyField } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { MoneyChangeDialog } from './money-change-dialog.tsx';

type Known = Pick<Wire<typeof contract.ledger.line>, 'payment_id' | 'refundable'>;

/** Money goes back to the payer, by the bank that brought it. */
export function RefundDialog({ known, onClose }: { known: Known; onClose: () => void }) {
  const all = known.refundable ?? '0.00';
  const [text, setText] = useState(all.replace('.00', ''));
  const sum = typedRubles(text);
  const amount = sum === undefined || sum === 0 ? undefined : toWireMoney(sum);
  const body = amount !== undefined && known.payment_id !== null && { payment_id: known.payment_id, amount };
  return (
    <MoneyChangeDialog
      call={contract.refunds.order}
      words="payments refund"
      title="Вернуть деньги плательщику?"
      verb={amount === undefined ? 'Вернуть' : `Вернуть ${rubles(amount)}`}
      back="Не возвращать"
      body={body || undefined}
      reasonHint="Для журнала и второго человека: «Расторг договор, остаток»"
      done="Возврат отправлен в банк"
      onClose={onClose}
      told={({ amount: back, left, accounts }) => [
        ['Вернём туда, откуда платили', rubles(back)],
        ['Останется вернуть', rubles(left)],
        ...accounts.map(({ p, balance }): [string, string] => [
          `На счёте «${ACCOUNT_NAMES[p]}» станет`,
          rubles(balance),
        ]),
      ]}
    >
      <MoneyField label="Сколько вернуть" value={text} hint={`Можно до ${rubles(all)}`} onChange={setText} />
    </MoneyChangeDialog>
  );
}
