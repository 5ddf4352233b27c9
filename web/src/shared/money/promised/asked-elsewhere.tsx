import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import type { WayOut } from './promised-data.ts';
import styles from './promised-payment.module.css';
import { sayPartly } from './say-partly.ts';
import { useTakingAll } from './use-taking.ts';

interface AskedProps {
  /** One of each account in debt. */
  ways: readonly Pick<WayOut, 'p' | 'available' | 'reason'>[];
  /** Called when the shown data were outdated. */
  onStale: () => void;
}

const PARTLY = { title: 'Передали не\u00a0по\u00a0всем счетам', done: 'передали', refused: 'не\u00a0передали' };

/** Another billing charges: it is asked for all accounts at once, and says the sum and the term. */
export function AskedElsewhere({ ways, onStale }: AskedProps) {
  const open = ways.filter(({ available }) => available);
  const { take, isPending } = useTakingAll(open.map(({ p }) => p));
  const said = new Set(ways.flatMap(({ reason }) => reason ?? []));
  const onAsk = (): void =>
    take({
      onTaken: () => saySuccess('Передали оператору', 'Просим обещанный платёж. Ответ покажем здесь'),
      onError: (failure, partly) => {
        if (partly) sayPartly(failure, partly, PARTLY);
        else sayError(failure, 'Повторите через минуту', 'Не передали');
        onStale();
      },
    });
  return (
    <div className={styles.body}>
      {[...said].map((text) => (
        <p key={text}>{text}.</p>
      ))}
      {open.length > 0 && (
        <>
          <p>Попросим оператора включить услуги под обещание заплатить. Сумму и&nbsp;срок назовёт он.</p>
          <Button look="soft" wide busy={isPending} onClick={onAsk}>
            Передать оператору
          </Button>
        </>
      )}
    </div>
  );
}
