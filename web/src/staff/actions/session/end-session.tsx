import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../../api/contract.ts';
import { useMay } from '../../api/me.ts';
import { useChange } from '../../api/use-call.ts';

/** The network tells of an end by no event, so the card is asked again each so often, and no longer than this. */
const EVERY_MS = 3000;
const LONGEST_MS = 60_000;

type Step = 'none' | 'ending' | 'unanswered';

/** Follows an end that was ordered: as soon as the card knows it, its cause is another one and this button is gone. */
function useEnding() {
  const cache = useQueryClient();
  const [step, setStep] = useState<Step>('none');
  const isEnding = step === 'ending';
  useEffect(() => {
    if (!isEnding) return undefined;
    const asking = setInterval(() => void cache.invalidateQueries(), EVERY_MS);
    const giveUp = setTimeout(() => setStep('unanswered'), LONGEST_MS);
    return () => {
      clearInterval(asking);
      clearTimeout(giveUp);
    };
  }, [cache, isEnding]);
  return { step, begin: () => setStep('ending') };
}

const STEP_WORDS: Record<Step, string> = {
  none: '',
  ending: 'Сеть завершает сеанс…',
  unanswered: 'Оборудование не\u00a0подтвердило конец сеанса за\u00a0минуту. Повторите или скажите инженеру.',
};

/** A router that is silent mostly hangs: a new session wakes it. */
export function EndSession({ userId }: { userId: number }) {
  const end = useChange(contract.services.endSession);
  const { step, begin } = useEnding();
  if (!useMay('session end')) return null;
  const press = (): void =>
    end.mutate(
      { body: { user_id: userId } },
      {
        onSuccess: ({ sessions }) => {
          if (sessions === 0) return void saySuccess('Сеанса нет', 'Завершать нечего');
          begin();
          saySuccess('Завершаем сеанс', 'Роутер войдёт заново за минуту-две');
        },
        onError: (failure) => void sayError(failure, 'Не получилось. Повторите', 'Не сделали'),
      },
    );
  return (
    <>
      <Button look="line" busy={end.isPending || step === 'ending'} onClick={press}>
        Завершить сеанс
      </Button>
      <p role="status">{STEP_WORDS[step]}</p>
    </>
  );
}
