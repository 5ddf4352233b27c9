import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, momentText } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { Evidence, Matters } from './evidence.tsx';

/** Records of the exchange without a call; they are processed again together, once a number or a price is there. */
export function HeldCalls({ cause }: { cause: string | null }) {
  const answer = useAnswer(contract.calls.held, {});
  const retry = useChange(contract.calls.retry);
  const may = useMay('calls retry');
  const today = dayOf(now());
  const own = answer.data?.filter(({ held }) => held === cause);
  const press = (): void =>
    retry.mutate(
      {},
      {
        onSuccess: ({ held }) => saySuccess('Разобрали заново', held === 0 ? 'Все звонки поняты' : `Осталось ${held}`),
        onError: (failure) => void sayError(failure, 'Разобрать не получилось. Повторите'),
      },
    );
  return (
    <>
      {may && (
        <ButtonRow>
          <Button look="soft" size="sm" busy={retry.isPending} onClick={press}>
            Разобрать заново
          </Button>
        </ButtonRow>
      )}
      <Matters answer={{ ...answer, data: own }} keyOf={({ src, dst }) => `${src} ${dst}`}>
        {({ src, dst, legs, first }) => (
          <Evidence
            title={`${src} → ${dst}`}
            raw={[`${counted(legs, 'запись', 'записи', 'записей')}, первая ${momentText(first, today)}`]}
          />
        )}
      </Matters>
    </>
  );
}
