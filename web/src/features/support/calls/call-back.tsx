import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { isGuest } from '#web/api/session.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { phone as phoneText, timeText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { Checkbox, Field } from '#web/ui/field/field.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { dayWord, untilOf } from './call-time.ts';
import { Accepted, Ended, useEarlier, waitingOf, type AskedCallBack } from './asked-call.tsx';
import { Frame } from '../frame.tsx';
import { windowText } from './slots.tsx';
import slotStyles from './slots.module.css';
import styles from '../support.module.css';

type Times = Wire<typeof contract.support.callBackTimes>;
type Cont = Wire<typeof contract.support.getCont>;

const TOPICS = ['Подключение', 'Не работает', 'Оплата', 'Другое'] as const;

/** A request for a call, with the consent to it; or the call that this browser waits for. */
export function CallBack() {
  const [asked, setAsked] = useState<AskedCallBack>();
  const [wantsMore, setWantsMore] = useState(false);
  const earlier = useEarlier();
  const waiting = wantsMore ? undefined : waitingOf(asked, earlier);
  if (waiting) {
    return (
      <Frame title={`Перезвоним ${untilOf(waiting.call)}`} tab={TAB}>
        <Accepted waiting={waiting} onWithdrawn={() => setAsked(undefined)} onMore={() => setWantsMore(true)} />
      </Frame>
    );
  }
  const onAsked = (got: AskedCallBack): void => {
    setAsked(got);
    setWantsMore(false);
    earlier.keep(got.key);
  };
  return <Ask earlier={earlier.call && <Ended call={earlier.call} />} onAsked={onAsked} />;
}

function Ask({ earlier, onAsked }: { earlier: ReactNode; onAsked: (asked: AskedCallBack) => void }) {
  const times = useCall(contract.support.callBackTimes, {});
  const cont = useCall(contract.support.getCont, {});
  const [when, setWhen] = useState<string>();
  const chosen = times.data?.find(({ from }) => from === when) ?? times.data?.[0];
  const skeleton = (
    <Card>
      <SkeletonRows label="Загружаем время звонка" count={3} tile={false} />
    </Card>
  );
  return (
    <Frame title={chosen ? `Перезвоним ${untilOf(chosen)}` : TAB} tab={TAB}>
      <div className={styles.stack}>
        {earlier}
        <Loaded answer={times} failed="Не удалось загрузить время звонка." skeleton={skeleton}>
          {(all) => (
            <Loaded answer={cont} failed="Не удалось загрузить условия." skeleton={skeleton}>
              {({ consent, phones }) => (
                <Form times={all} chosen={chosen} onChoose={setWhen} {...{ consent, phones, onAsked }} />
              )}
            </Loaded>
          )}
        </Loaded>
      </div>
    </Frame>
  );
}

const TAB = 'Перезвоним вам';

interface FormProps {
  times: Times;
  chosen: Times[number] | undefined;
  onChoose: (from: string) => void;
  consent: Cont['consent'];
  phones: Cont['phones'];
  onAsked: (asked: AskedCallBack) => void;
}

function Form({ times, chosen, onChoose, consent, phones, onAsked }: FormProps) {
  const { mutate, isPending } = useAction(contract.support.callBack);
  const [phone, setPhone] = useState('');
  const [topic, setTopic] = useState<(typeof TOPICS)[number]>(isGuest() ? 'Подключение' : 'Не работает');
  const [agreed, setAgreed] = useState(false);
  const [error, setError] = useState<string>();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (phone.replace(/\D/g, '').length < 10) {
      setError('Укажите номер телефона: 10 или 11 цифр');
      return;
    }
    const later = chosen !== undefined && chosen.from !== times[0]?.from ? { when: chosen.from } : {};
    mutate(
      { body: { phone, topic, consent: consent.version, ...later } },
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
        <div className={slotStyles.group}>
          <b>О чём поговорим</b>
          <Chips
            label="О чём поговорим"
            options={TOPICS.map((value) => ({ value, text: value }))}
            value={topic}
            onChange={setTopic}
          />
        </div>
        <div className={slotStyles.group}>
          <b>Когда удобно</b>
          <div className={slotStyles.slots} role="group" aria-label="Когда удобно">
            {times.map((time) => (
              <button
                key={time.from}
                type="button"
                className={slotStyles.slot}
                aria-pressed={time.from === chosen?.from}
                onClick={() => onChoose(time.from)}
              >
                {new Date(time.from) <= now() ? 'Сейчас' : windowText(time)}
                <small>{new Date(time.from) <= now() ? `до ${timeText(time.to)}` : dayWord(time.from)}</small>
              </button>
            ))}
          </div>
        </div>
        <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
          {consent.text}
        </Checkbox>
        <ButtonRow stacked>
          <Button type="submit" wide busy={isPending} aria-disabled={!agreed || undefined}>
            {chosen ? `Жду звонка ${untilOf(chosen)}` : 'Жду звонка'}
          </Button>
        </ButtonRow>
        {!agreed && <p className={styles.note}>Чтобы позвонить, нужно ваше согласие.</p>}
        {phones[0] && <p className={styles.note}>Позвоним с номера {phoneText(phones[0].phone)}.</p>}
      </form>
    </Card>
  );
}
