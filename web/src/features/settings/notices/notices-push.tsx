import { useEffect, useState } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { abilityOf, current, digestOf, subscribe, type Ability } from './notices-browser.ts';
import styles from './notices.module.css';

type Push = Wire<typeof contract.notice.getPush>;

const WHY: Record<Exclude<Ability, 'yes'>, string> = {
  denied: 'Браузер запретил нам уведомления. Разрешите их в настройках сайта: значок слева от адреса страницы.',
  not_here: 'Этот браузер не умеет показывать уведомления закрытых страниц. Подойдут Chrome, Firefox, Edge и Safari.',
  add_to_home:
    'На iPhone сначала добавьте кабинет на экран «Домой»: «Поделиться», потом «На экран „Домой“». Откройте его оттуда и включите уведомления здесь.',
};

/** Notices in this browser; nothing is shown if the provider has not switched them on. */
export function PushCard() {
  const { data } = useCall(contract.notice.getPush, {});
  return data?.is_available ? <Browsers push={data} /> : null;
}

const LOST = 'Браузер не смог подключиться к своей службе уведомлений. Повторите через минуту';
const failed = (failure: Error) => sayError(failure, LOST);

function Browsers({ push }: { push: Push }) {
  const [here, setHere] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [ability, setAbility] = useState(abilityOf);
  const set = useAction(contract.notice.setPush);
  const remove = useAction(contract.notice.removePush);
  useEffect(() => {
    void current()
      .then((subscription) => subscription && digestOf(subscription.endpoint))
      .then(setHere, () => undefined);
  }, [push]);

  const during = (work: () => Promise<void>) => {
    setAsking(true);
    void work()
      .catch(failed)
      .finally(() => {
        setAsking(false);
        setAbility(abilityOf());
      });
  };
  const switchOn = async () => {
    const browser = await subscribe(push.public_key ?? '');
    if (!browser) return;
    const onSuccess = () => saySuccess('Уведомления в\u00a0этом браузере включены');
    set.mutate({ body: browser }, { onSuccess, onError: failed });
  };
  const switchOff = async () => {
    const subscription = await current();
    if (!subscription) return;
    const { endpoint } = subscription;
    const onSuccess = () => {
      void subscription.unsubscribe();
      saySuccess('Уведомления в\u00a0этом браузере выключены');
    };
    remove.mutate({ body: { endpoint } }, { onSuccess, onError: failed });
  };

  const isOn = push.browsers.some(({ digest }) => digest === here);
  const isBusy = isAsking || set.isPending || remove.isPending;
  return (
    <Card title="Уведомления в этом браузере">
      <div className={styles.form}>
        <p className={styles.small}>
          Придут, даже если кабинет закрыт. На&nbsp;экране видно только, о чём уведомление: без сумм и&nbsp;имён.
        </p>
        {ability === 'yes' ? (
          <Switched isOn={isOn} isBusy={isBusy} onChange={() => during(isOn ? switchOff : switchOn)} />
        ) : (
          <p>{WHY[ability]}</p>
        )}
        <Others browsers={push.browsers.filter(({ digest }) => digest !== here)} />
      </div>
    </Card>
  );
}

const Switched = ({ isOn, isBusy, onChange }: { isOn: boolean; isBusy: boolean; onChange: () => void }) => (
  <>
    {isOn && <State tone="ok">Включены</State>}
    <Button look={isOn ? 'plain' : 'soft'} busy={isBusy} onClick={onChange}>
      {isOn ? 'Выключить' : 'Включить уведомления'}
    </Button>
  </>
);

const Others = ({ browsers }: { browsers: Push['browsers'] }) =>
  browsers.length === 0 ? null : (
    <p className={styles.small}>
      Ещё включены:{' '}
      {browsers.map((one) => `${one.browser}, с ${dayText(dayOf(one.created_at), dayOf(now()))}`).join('; ')}.
      Выключаются там же или завершением сеанса в разделе «Безопасность».
    </p>
  );
