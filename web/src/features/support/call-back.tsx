import { useState, type SyntheticEvent } from 'react';
import { ApiError } from '#api/api-error.ts';
import { contract, type Wire } from '#api/contract.ts';
import { useAction, useCall } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { dayOf, dayText, phone as phoneText } from '#lib/format.ts';
import { Loaded } from '#shared/page/loaded.tsx';
import { Button, ButtonRow } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Chips } from '#ui/choice.tsx';
import { Checkbox, Field } from '#ui/field.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { sayError } from '#ui/toast-store.ts';
import { windowText } from './slots.tsx';
import styles from './support.module.css';

type Times = Wire<typeof contract.support.callBackTimes>;
type Cont = Wire<typeof contract.support.getCont>;
type Asked = Wire<typeof contract.support.callBack>;

const TOPICS = ['Подключение', 'Не работает', 'Оплата', 'Другое'] as const;

/** A request for a call, with the consent to it. */
export function CallBack() {
  const times = useCall(contract.support.callBackTimes, {});
  const cont = useCall(contract.support.getCont, {});
  const [asked, setAsked] = useState<Asked>();
  if (asked) return <Accepted asked={asked} />;
  const skeleton = (
    <Card>
      <SkeletonRows label="Загружаем время звонка" count={3} tile={false} />
    </Card>
  );
  return (
    <Loaded answer={times} failed="Не удалось загрузить время звонка." skeleton={skeleton}>
      {(all) => (
        <Loaded answer={cont} failed="Не удалось загрузить условия." skeleton={skeleton}>
          {({ consent, phones }) => <Form times={all} consent={consent} phones={phones} onAsked={setAsked} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Accepted({ asked: { phone, call } }: { asked: Asked }) {
  return (
    <Callout tone="ok" role="status" title={`Перезвоним ${whenText(call)}.`}>
      На номер {phoneText(phone)}. Если планы изменятся, позвоните нам сами.
    </Callout>
  );
}

/** «24 ноября, 15:00–18:00»; today without the day. */
function whenText(call: Times[number]): string {
  const today = dayOf(now());
  const day = dayOf(call.from);
  return `${day === today ? 'сегодня' : dayText(day, today)}, ${windowText(call)}`;
}

interface FormProps {
  times: Times;
  consent: Cont['consent'];
  phones: Cont['phones'];
  onAsked: (asked: Asked) => void;
}

function Form({ times, consent, phones, onAsked }: FormProps) {
  const { mutate, isPending } = useAction(contract.support.callBack);
  const [phone, setPhone] = useState('');
  const [topic, setTopic] = useState<(typeof TOPICS)[number]>('Подключение');
  const [when, setWhen] = useState(times[0]?.from);
  const [agreed, setAgreed] = useState(false);
  const [error, setError] = useState<string>();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (phone.replace(/\D/g, '').length < 10) {
      setError('Укажите номер телефона: 10 или 11 цифр');
      return;
    }
    const isFirst = when === times[0]?.from;
    mutate(
      { body: { phone, topic, consent: consent.version, ...(when !== undefined && !isFirst && { when }) } },
      {
        onSuccess: onAsked,
        onError: (failure) => {
          const wrong = failure instanceof ApiError ? failure.errors['body.phone'] : undefined;
          setError(wrong);
          if (wrong === undefined) sayError(failure, 'Не отправилось. Повторите', 'Звонок не заказан');
        },
      },
    );
  };
  const chosen = times.find(({ from }) => from === when) ?? times[0];
  return (
    <Card>
      <form className={styles.compose} onSubmit={submit} noValidate>
        <Field
          label="Ваш телефон"
          type="tel"
          autoComplete="tel"
          value={phone}
          error={error}
          onChange={({ target }) => {
            setPhone(target.value);
            setError(undefined);
          }}
        />
        <div className={styles.group}>
          <b>О чём поговорим</b>
          <Chips
            label="О чём поговорим"
            options={TOPICS.map((value) => ({ value, text: value }))}
            value={topic}
            onChange={setTopic}
          />
        </div>
        <div className={styles.group}>
          <b>Когда удобно</b>
          <Chips
            label="Когда удобно"
            options={times.map((time, index) => ({
              value: time.from,
              text: index === 0 ? soonText(time) : whenText(time),
            }))}
            value={chosen?.from}
            onChange={setWhen}
          />
        </div>
        <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
          {consent.text}
        </Checkbox>
        <ButtonRow stacked>
          <Button type="submit" wide busy={isPending} aria-disabled={!agreed || undefined}>
            {chosen ? `Жду звонка ${whenText(chosen)}` : 'Жду звонка'}
          </Button>
        </ButtonRow>
        {!agreed && <p className={styles.note}>Чтобы позвонить, нужно ваше согласие.</p>}
        {phones[0] && <p className={styles.note}>Позвоним с номера {phoneText(phones[0].phone)}.</p>}
      </form>
    </Card>
  );
}

/** The first window may have begun: then it is «сейчас». */
const soonText = (time: Times[number]): string =>
  new Date(time.from) <= now() ? `Сейчас, до\u00a0${windowText(time).slice(-5)}` : whenText(time);
