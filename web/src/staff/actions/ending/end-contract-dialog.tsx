import { refusalOf } from '#web/api/refusal.ts';
import { dayText } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../../api/contract.ts';
import { useChange } from '../../api/use-call.ts';
import styles from '../actions.module.css';
import { Notes } from '../notes.tsx';
import { RefusedForNow } from '../refused-for-now.tsx';
import { useRehearsal } from '../use-rehearsal.ts';

interface EndContractProps {
  card: { readonly contract_id: number };
  today: string;
  onClose: () => void;
}

/** The end of a contract: what ends, what is given back, what is left; refused while anything is. */
export function EndContractDialog({ card, today, onClose }: EndContractProps) {
  const close = useChange(contract.clients.close);
  const body = { contract_id: card.contract_id };
  const rehearsal = useRehearsal(contract.clients.close, body, { paused: close.isPending });
  const { data, error } = rehearsal;
  const refusal = refusalOf(error)?.message;
  const told = data?.refusal === null ? data : undefined;
  const confirm = (): void => {
    if (!told) return;
    close.mutate(
      { body: { ...body, version: told.version } },
      {
        onSuccess: () => {
          saySuccess('Договор расторгли', 'Услуги отключатся за пару минут');
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Расторгнуть не получилось. Повторите', 'Не расторгли'),
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Расторгнуть договор ${card.contract_id}?`}
      actions={
        <>
          <Button look="cut" busy={close.isPending} aria-disabled={!told || undefined} onClick={confirm}>
            Расторгнуть
          </Button>
          <Button look="plain" onClick={onClose}>
            Не расторгать
          </Button>
        </>
      }
    >
      {refusal === undefined ? (
        <Loaded
          alone
          answer={rehearsal}
          failed="Не удалось посчитать."
          skeleton={<SkeletonRows label="Считаем" count={3} tile={false} />}
        >
          {(answer) => <Ending told={answer} today={today} />}
        </Loaded>
      ) : (
        <Callout tone="wait" title="Сейчас нельзя.">
          {readable(refusal, 'Спросите бухгалтера')}.
        </Callout>
      )}
    </Dialog>
  );
}

/** What ends, and the money of each account. */
export function Ending({ told, today }: { told: Wire<typeof contract.clients.close>; today: string }) {
  return (
    <div className={styles.consequences}>
      {told.refusal !== null && <RefusedForNow refusal={told.refusal} />}
      {told.services.length > 0 && (
        <Callout tone="wait" title={`С ${dayText(told.from, today)} отключим:`}>
          <Unbroken text={`${told.services.join(', ')}.`} />
        </Callout>
      )}
      <KeyValues
        list={told.accounts.flatMap(({ account_no: no, balance, returned, charged, left }) => [
          [`Счёт ${no}, сейчас`, <Money key={`${no} now`} value={balance} />] as const,
          !isZero(returned) &&
            (['Вернём за оставшиеся дни', <Money key={`${no} back`} value={returned} signed />] as const),
          !isZero(charged) &&
            (['Начислим за разговоры и прочее', <Money key={`${no} charged`} value={`-${charged}`} />] as const),
          ['Останется', <Money key={`${no} left`} value={left} />] as const,
        ])}
      />
      <Notes list={told.notes} />
    </div>
  );
}
