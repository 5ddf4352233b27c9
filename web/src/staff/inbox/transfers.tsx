import { useState } from 'react';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { refusalOf } from '#web/api/refusal.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, momentText, rubles } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { useRehearsal } from '../actions/use-rehearsal.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { AccountChoice, type ChosenAccount } from './account-choice.tsx';
import { Evidence, Matters } from './evidence.tsx';
import styles from './inbox.module.css';
import { reasonsText } from './transfer.texts.ts';

type Transfer = Wire<typeof contract.transfers.unknown>[number];
type Guess = Wire<typeof contract.transfers.guesses>[number];

/** Transfers of which nobody knows whose they are. */
export function Transfers() {
  const answer = useAnswer(contract.transfers.unknown, {});
  const may = useMay('transfers assign');
  const today = dayOf(now());
  return (
    <Matters answer={answer} keyOf={({ transfer_id: id }) => id}>
      {(one) => (
        <Evidence
          title={`Чей перевод на ${rubles(one.amount)}`}
          raw={[
            `${dayText(one.day, today)}, документ ${one.document_no}, ${rubles(one.amount, { kopecks: 'always' })}`,
            `Плательщик: ${one.payer}`,
            `Назначение: ${one.purpose}`,
            ...(one.undone === null
              ? []
              : [
                  `Уже зачисляли на ${one.undone.account_no}, отменили ${momentText(one.undone.at, today)}: ${one.undone.reason}`,
                ]),
          ]}
        >
          {may ? <Guessing transfer={one} /> : <p>Зачисляет бухгалтер.</p>}
        </Evidence>
      )}
    </Matters>
  );
}

function Guessing({ transfer }: { transfer: Transfer }) {
  const query = { transfer_id: String(transfer.transfer_id) };
  const answer = useAnswer(contract.transfers.guesses, { query });
  return (
    <Loaded
      alone
      answer={answer}
      failed="Догадки не загрузились."
      skeleton={<SkeletonRows label="Ищем, чей это перевод" count={2} tile={false} />}
    >
      {(guesses) => <Deciding transfer={transfer} guesses={guesses} />}
    </Loaded>
  );
}

/** The likeliest is chosen; another one is found by anything. */
function Deciding({ transfer, guesses }: { transfer: Transfer; guesses: readonly Guess[] }) {
  const [chosen, choose] = useState<ChosenAccount | undefined>(guesses[0]);
  const isGuess = guesses.some(({ account_no: no }) => no === chosen?.account_no);
  return (
    <>
      {guesses.length === 0 ? (
        <p className={styles.note}>Ни имя, ни назначение ни на кого не похожи.</p>
      ) : (
        <Ways
          legend="Похоже на эти договоры"
          name={`transfer-${transfer.transfer_id}`}
          value={isGuess ? chosen?.account_no : undefined}
          onChange={(no) => choose(guesses.find((one) => one.account_no === no))}
          options={guesses.map((one) => ({
            value: one.account_no,
            title: `${one.name}, ${one.contract_id}`,
            note: `${reasonsText(one.reasons)}. ${one.address}, ${ACCOUNT_NAMES[one.kind]} ${one.account_no}`,
            aside: rubles(one.balance),
          }))}
        />
      )}
      <AccountChoice onChosen={choose} />
      {chosen && <Assign key={chosen.account_no} transfer={transfer} to={chosen} />}
    </>
  );
}

function Assign({ transfer, to }: { transfer: Transfer; to: ChosenAccount }) {
  const assign = useChange(contract.transfers.assign);
  const body = { transfer_id: String(transfer.transfer_id), account_no: to.account_no };
  const rehearsal = useRehearsal(contract.transfers.assign, body, { paused: assign.isPending });
  const refusal = refusalOf(rehearsal.error);
  const press = (): void =>
    assign.mutate(
      { body },
      {
        onSuccess: ({ balance }) => saySuccess('Зачислили', `${to.name}: на счёте ${rubles(balance)}`),
        onError: (failure) => void sayError(failure, 'Зачислить не получилось. Повторите', 'Не зачислили'),
      },
    );
  return (
    <>
      <p className={styles.note} aria-live="polite">
        {refusal
          ? `${refusal.message}.`
          : `${to.name}, счёт ${to.account_no}${rehearsal.data ? `: станет ${rubles(rehearsal.data.balance)}` : ''}. Чек пробьём, абоненту сообщим.`}
      </p>
      <ButtonRow>
        <Button busy={assign.isPending} aria-disabled={refusal !== undefined || undefined} onClick={press}>
          Зачислить {rubles(transfer.amount)}
        </Button>
      </ButtonRow>
    </>
  );
}
