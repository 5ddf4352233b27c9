import { refusalOf } from '#web/api/refusal.ts';
import { dayText, rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { isZero } from '#web/shared/money/account-sums.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { KeyValues } from '#web/ui/text/rows.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { useRehearsal } from './use-rehearsal.ts';

type PromiseCard = Pick<Wire<typeof contract.card.show>, 'accounts'>;

interface PromiseDialogProps {
  card: PromiseCard;
  today: string;
  onClose: () => void;
}

/** The promised payment that the subscriber could take himself, for an account that is off. */
export function PromiseDialog({ card, today, onClose }: PromiseDialogProps) {
  const account_no = (card.accounts.find(({ blocked }) => blocked) ?? card.accounts[0])?.account_no ?? '';
  const give = useChange(contract.promises.give);
  const rehearsal = useRehearsal(contract.promises.give, { account_no }, { paused: give.isPending });
  const refusal = refusalOf(rehearsal.error);
  const confirm = (): void =>
    give.mutate(
      { body: { account_no } },
      {
        onSuccess: ({ last_day }) => {
          saySuccess('Дали обещанный платёж', `До ${dayText(last_day, today)} включительно`);
          onClose();
        },
        onError: (failure) => void sayError(failure, 'Дать не получилось. Повторите', 'Не дали'),
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Дать обещанный платёж?"
      actions={
        <>
          <Button busy={give.isPending} aria-disabled={!rehearsal.data || undefined} onClick={confirm}>
            Дать
          </Button>
          <Button look="plain" onClick={onClose}>
            Не давать
          </Button>
        </>
      }
    >
      {refusal ? (
        <Callout tone="wait" title="Сейчас нельзя.">
          {readable(refusal.message, 'Отправьте ссылку на оплату')}.
        </Callout>
      ) : (
        <Loaded
          alone
          answer={rehearsal}
          failed="Не удалось посчитать."
          skeleton={<SkeletonRows label="Считаем" count={3} tile={false} />}
        >
          {(told) => <Promised told={told} today={today} />}
        </Loaded>
      )}
    </Dialog>
  );
}

function Promised({ told, today }: { told: Wire<typeof contract.promises.give>; today: string }) {
  const { amount, fee, last_day, switched_on, balance_after } = told;
  return (
    <KeyValues
      list={[
        ['Сумма', rubles(amount)],
        !isZero(fee) && ['Плата за него', rubles(fee)],
        ['Последний день', dayText(last_day, today)],
        switched_on.length > 0 && ['Включим', switched_on.join(', ')],
        ['Будет на счёте', <Money key="after" value={balance_after} />],
      ]}
    />
  );
}
