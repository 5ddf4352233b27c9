import { useState, type SyntheticEvent } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { newPriceText, priceText } from '#web/shared/money/price.texts.ts';
import { rubles } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import { Checkbox, Field } from '#web/ui/field/field.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './support.module.css';
import { within } from '#web/ui/dialog/within.ts';

type Coverage = Wire<typeof contract.support.coverage>;
type AcceptedRequest = Wire<typeof contract.support.newClient>;

interface ConnectionProps {
  city: number;
  street: string;
  house: string;
  coverage: Coverage;
  onAsked: (asked: AcceptedRequest) => void;
}

/** The plan, the contacts and the consent of a new client. */
export function NewConnection({ city, street, house, coverage, onAsked }: ConnectionProps) {
  const cont = useCall(contract.support.getCont, {});
  const { mutate, isPending } = useAction(contract.support.newClient);
  const internet = coverage.plans.filter(({ service_kind: kind }) => kind === 'internet');
  const [plan, setPlan] = useState<string>();
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [flat, setFlat] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [errors, setErrors] = useState<{ name?: string; phone?: string }>({});
  const chosen = internet.find(({ plan_id }) => String(plan_id) === plan);
  const consent = cont.data?.consent;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const wrong = {
      ...(name.trim() === '' && { name: 'Напишите, как к вам обращаться' }),
      ...(phone.replace(/\D/g, '').length < 10 && { phone: 'Укажите номер телефона: 10 или 11 цифр' }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || !consent) return;
    mutate(
      {
        body: {
          city,
          street,
          house,
          name,
          phone,
          services: ['internet'],
          consent: consent.version,
          ...(flat.trim() !== '' && { flat }),
          ...(chosen && { plan_id: chosen.plan_id }),
        },
      },
      { onSuccess: onAsked, onError: (failure) => sayError(failure, 'Не отправилось. Повторите', 'Заявка не принята') },
    );
  };
  return (
    <form className={styles.stack} onSubmit={submit} noValidate>
      <Plans
        title={coverage.state === 'connected' ? 'Что можно подключить' : 'Что можно будет подключить'}
        plans={internet}
        value={plan}
        onChange={setPlan}
      />
      <Card title="Как с вами связаться">
        <div className={styles.compose}>
          <Field
            label="Имя"
            autoComplete="name"
            {...within(100, { value: name, error: errors.name })}
            onChange={({ target }) => setName(target.value)}
          />
          <Field
            label="Телефон"
            type="tel"
            autoComplete="tel"
            value={phone}
            error={errors.phone}
            onChange={({ target }) => setPhone(target.value)}
          />
          <Field
            label="Квартира"
            inputMode="numeric"
            autoComplete="off"
            {...within(10, { value: flat })}
            onChange={({ target }) => setFlat(target.value)}
          />
          <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
            {consent?.text ?? 'Загружаем текст согласия'}
          </Checkbox>
          <ButtonRow stacked>
            <Button type="submit" wide busy={isPending} aria-disabled={!agreed || !consent || undefined}>
              {verbOf(coverage, chosen)}
            </Button>
          </ButtonRow>
          {!agreed && <p className={styles.note}>Чтобы принять заявку, нужно ваше согласие.</p>}
        </div>
      </Card>
    </form>
  );
}

interface PlansProps {
  title: string;
  plans: Coverage['plans'];
  value: string | undefined;
  onChange: (plan: string) => void;
}

/** The plans of the house; those that it cannot have, with the reason. */
function Plans({ title, plans, value, onChange }: PlansProps) {
  if (plans.length === 0) return null;
  return (
    <Card title={title}>
      <Ways
        legend="Тариф"
        name="plan"
        options={plans
          .filter(({ possible }) => possible)
          .map((one) => ({
            value: String(one.plan_id),
            title: one.summary,
            note: [`«${one.name}»`, ...(one.new_price ? [newPriceText(one.new_price, one.unit)] : [])].join('. '),
            aside: <b>{priceText(one)}</b>,
          }))}
        value={value}
        onChange={onChange}
      />
      {plans
        .filter(({ possible }) => !possible)
        .map((one) => (
          <p key={one.plan_id} className={styles.note}>
            «{one.name}», {one.summary}. {one.reason}.
          </p>
        ))}
    </Card>
  );
}

function verbOf({ state }: Coverage, plan: Coverage['plans'][number] | undefined): string {
  if (state !== 'connected') return 'Сообщить, когда подключите';
  if (!plan) return 'Оставить заявку';
  return `Подключить за ${rubles(plan.price)} в ${plan.unit === 'month' ? 'месяц' : 'день'}`;
}
