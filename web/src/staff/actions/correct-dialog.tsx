import { rubles } from '#web/lib/text/format.ts';
import { contract, type Wire } from '../api/contract.ts';
import { MoneyChangeDialog } from './money-change-dialog.tsx';

type Known = Pick<Wire<typeof contract.ledger.line>, 'transaction_id' | 'account_no'>;

/** A charge is given back whole, by a line of its own. */
export function CorrectDialog({ known, text, onClose }: { known: Known; text: string; onClose: () => void }) {
  return (
    <MoneyChangeDialog
      call={contract.charging.correct}
      words="charge correct"
      title={`Вернуть списанное: ${text}?`}
      verb="Вернуть списанное"
      back="Не возвращать"
      body={{ transaction_id: String(known.transaction_id) }}
      reasonHint="Прочитает абонент: «Вернули за дни без связи»"
      done="Вернули на счёт"
      onClose={onClose}
      told={({ amount, outcome }) => [
        ['Вернём на счёт', `${known.account_no}, ${rubles(amount)}`],
        ...(outcome === 'known' ? [['Уже вернули', 'второй раз не вернём'] as [string, string]] : []),
      ]}
    />
  );
}
