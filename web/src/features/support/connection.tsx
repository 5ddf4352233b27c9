import { useState, type SyntheticEvent } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { newPriceText, priceText } from '#web/shared/money/price.texts.ts';
import { rubles } from '#web/lib/text/format.ts';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Ways } from '#web/ui/field/choice.tsx';
import { Checkbox, Field } from '#web/ui/field/field.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './support.module.css';
import { within } from '#web/ui/dialog/within.ts';

type Coverage = Wire<typeof contract.support.coverage>;
type Plan = Coverage['plans'][number];
type AcceptedRequest = Wire<typeof contract.support.newClient>;

/** What a new client has typed; it stays when the house is corrected. */
export interface TypedRequest {
  plan: Plan | undefined;
  name: string;
  phone: string;
  flat: string;
  isAgreed: boolean;
}

export const NOTHING_TYPED: TypedRequest = { plan: undefined, name: '', phone: '', flat: '', isAgreed: false };

interface ConnectionProps {
  city: number;
  street: string;
  house: string;
  coverage: Coverage;
  typed: TypedRequest;
  onType: (part: Partial<TypedRequest>) => void;
  onAsked: (asked: AcceptedRequest) => void;
}

/** The plan, the contacts and the consent of a new client. */
export function NewConnection({ city, street, house, coverage, typed, onType, onAsked }: ConnectionProps) {
  const cont = useCall(contract.support.getCont, {});
  const { mutate, isPending } = useAction(contract.support.newClient);
  const internet = coverage.plans.filter(({ service_kind: kind }) => kind === 'internet');
  const { plan, name, phone, flat, isAgreed } = typed;
  const [errors, setErrors] = useState<{ name?: string; phone?: string }>({});
  const chosen = internet.find(({ plan_id, possible }) => possible && plan_id === plan?.plan_id);
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
      <NotThere plan={plan} plans={internet} />
      <Plans
        title={coverage.state === 'connected' ? 'Что можно подключить' : 'Что можно будет подключить'}
        plans={internet}
        value={chosen}
        onChange={(next) => onType({ plan: next })}
      />
      <Card title="Как с вами связаться">
        <div className={styles.compose}>
          <Field
            label="Имя"
            autoComplete="name"
            {...within(100, { value: name, error: errors.name })}
            onChange={({ target }) => onType({ name: target.value })}
          />
          <Field
            label="Телефон"
            type="tel"
            autoComplete="tel"
            value={phone}
            error={errors.phone}
            onChange={({ target }) => onType({ phone: target.value })}
          />
          <Field
            label="Квартира"
            inputMode="numeric"
            autoComplete="off"
            {...within(10, { value: flat })}
            onChange={({ target }) => onType({ flat: target.value })}
          />
          <Checkbox checked={isAgreed} onChange={({ target }) => onType({ isAgreed: target.checked })}>
            {consent?.text ?? 'Загружаем текст согласия'}
          </Checkbox>
          <ButtonRow stacked>
            <Button type="submit" wide busy={isPending} aria-disabled={!isAgreed || !consent || undefined}>
              {verbOf(coverage, chosen)}
            </Button>
          </ButtonRow>
          {!isAgreed && <p className={styles.note}>Чтобы принять заявку, нужно ваше согласие.</p>}
        </div>
      </Card>
    </form>
  );
}

interface NotThereProps {
  plan: Plan | undefined;
  plans: readonly Plan[];
}

/** The plan that was chosen for another house cannot be had in this one. */
function NotThere({ plan, plans }: NotThereProps) {
  const possible = plans.filter((one) => one.possible);
  if (!plan || possible.some(({ plan_id }) => plan_id === plan.plan_id)) return null;
  return (
    <Callout tone="wait" role="status" title={`Тариф «${plan.name}» в\u00a0этом доме не\u00a0подключить.`}>
      {possible.length > 0 && 'Выберите другой.'}
    </Callout>
  );
}

interface PlansProps {
  title: string;
  plans: readonly Plan[];
  value: Plan | undefined;
  onChange: (plan: Plan | undefined) => void;
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
        value={value && String(value.plan_id)}
        onChange={(id) => onChange(plans.find(({ plan_id }) => String(plan_id) === id))}
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

function verbOf({ state }: Coverage, plan: Plan | undefined): string {
  if (state !== 'connected') return 'Сообщить, когда подключите';
  if (!plan) return 'Оставить заявку';
  return `Подключить за ${rubles(plan.price)} в ${plan.unit === 'month' ? 'месяц' : 'день'}`;
}
