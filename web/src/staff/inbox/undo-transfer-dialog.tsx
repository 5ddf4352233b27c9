import { useState } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { contract, type Wire } from '../api/contract.ts';
import { AccountChoice, type ChosenAccount } from './account-choice.tsx';
import { MoneyChangeDialog } from '../actions/money-change-dialog.tsx';

type Known = Pick<Wire<typeof contract.ledger.line>, 'transfer_id' | 'amount'>;

/** A transfer leaves the account that it should not have reached; it waits again, or goes where it belongs at once. */
export function UndoTransferDialog({ known, onClose }: { known: Known; onClose: () => void }) {
  const [to, choose] = useState<ChosenAccount>();
  const body = known.transfer_id !== null && {
    transfer_id: String(known.transfer_id),
    ...(to && { account_no: to.account_no }),
  };
  return (
    <MoneyChangeDialog
      call={contract.transfers.undo}
      words="transfers undo"
      title={`Отменить зачисление ${rubles(known.amount)}?`}
      verb={to ? 'Перенести перевод' : 'Отменить зачисление'}
      back="Оставить"
      body={body || undefined}
      reasonHint="Прочитает абонент: «Платил другой человек»"
      done={to ? `Перевод теперь у договора: ${to.name}` : 'Перевод снова ждёт в разборе'}
      onClose={onClose}
      told={(answer) => [
        [`Счёт ${answer.account_no} станет`, rubles(answer.balance)],
        ...offRow(answer.switched_off),
        answer.to === null
          ? ['Перевод', 'снова ждёт в разборе']
          : [`Счёт ${answer.to.account_no} станет`, rubles(answer.to.balance)],
      ]}
    >
      <AccountChoice onChosen={choose} />
      {to && (
        <p>
          Зачислим сразу: {to.name}, счёт {to.account_no}
        </p>
      )}
    </MoneyChangeDialog>
  );
}

const offRow = (names: readonly string[]): [string, string][] =>
  names.length === 0 ? [] : [['Отключится за долг', names.join(', ')]];
