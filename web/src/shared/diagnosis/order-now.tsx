import { useState, type SyntheticEvent } from 'react';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, phone as phoneText, timeText } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Link } from '#web/lib/page/router.tsx';
import { visitWindowText } from '#web/shared/service/text/order.texts.ts';
import { SupportButton } from '#web/shared/service/page/service-support.tsx';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Field } from '#web/ui/field/field.tsx';
import type { Diagnosis } from './diagnosis-data.ts';
import styles from './diagnosis.module.css';

interface OrderNowProps {
  checked: Diagnosis;
  /** What the client has tried, and what this device has measured. */
  tried: readonly string[];
}

/** An order with all answers of the check, filed in one press; an open one of the same goal comes first. */
export function OrderNow({ checked, tried }: OrderNowProps) {
  const [filed, setFiled] = useState<Wire<typeof contract.support.addOrder>>();
  const { open_order: open, goal } = checked;
  if (filed) return <Filed order={filed} />;
  if (goal === null) return <SupportButton look="solid" wide />;
  if (open) return <OpenAlready open={open} />;
  return <Filing goal={goal} checked={checked} tried={tried} onFiled={setFiled} />;
}

function Filed({ order: { order_id: id, answer_by: by } }: { order: Wire<typeof contract.support.addOrder> }) {
  return (
    <>
      <div role="status">
        <Callout tone="ok" title={`Заявка ${id} отправлена.`}>
          {by === null ? 'Ответим в\u00a0ней.' : `Ответим до\u00a0${timeText(by)}.`} Проверку приложили.
        </Callout>
      </div>
      <LinkButton to={`/support/order?id=${id}`} look="soft" wide>
        Открыть заявку
      </LinkButton>
    </>
  );
}

function OpenAlready({ open: { order_id: id, goal, visit } }: { open: NonNullable<Diagnosis['open_order']> }) {
  return (
    <>
      <Callout title={`Заявка «${goal}» уже открыта.`}>
        {visit ? `${visitWindowText(visit, dayOf(now()))}.` : 'Допишите в\u00a0неё, что изменилось.'}
      </Callout>
      <LinkButton to={`/support/order?id=${id}`} wide>
        {`Открыть заявку ${id}`}
      </LinkButton>
    </>
  );
}

interface FilingProps extends OrderNowProps {
  goal: NonNullable<Diagnosis['goal']>;
  onFiled: (order: Wire<typeof contract.support.addOrder>) => void;
}

function bodyOf({ goal_id, name }: FilingProps['goal'], { service, finding }: Diagnosis) {
  const found = `Проверка: ${finding.title}.`;
  if (!service) return { goal_id, text: `${name}. ${found}`, files: [] };
  const { user_id, phone_number } = service;
  return {
    goal_id,
    text: `${name}: ${service.name}. ${found}`,
    files: [],
    ...(user_id !== null && { user_id }),
    ...(phone_number !== null && { phone_number }),
  };
}

function Filing({ goal, checked, tried, onFiled }: FilingProps) {
  const { known } = checked;
  const { mutate, isPending } = useAction(contract.support.addOrder);
  const [phone, setPhone] = useState('');
  const [failure, setFailure] = useState<string>();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setFailure(undefined);
    if (known.phone === null && phone.trim() === '') {
      setFailure('Укажите телефон, по которому с вами связаться');
      return;
    }
    mutate(
      { body: { ...bodyOf(goal, checked), tried: [...tried], ...(phone.trim() !== '' && { phone }) } },
      {
        onSuccess: onFiled,
        onError: (error) => setFailure(readable(error.message, 'Заявка не отправилась. Повторите')),
      },
    );
  };
  return (
    <form className={styles.cure} onSubmit={submit} noValidate>
      {known.phone === null ? (
        <Field
          label="Телефон для связи"
          type="tel"
          autoComplete="tel"
          value={phone}
          error={failure}
          onChange={({ target }) => setPhone(target.value)}
        />
      ) : (
        failure !== undefined && <p role="alert">{failure}</p>
      )}
      <Button type="submit" wide busy={isPending}>
        Отправить заявку с&nbsp;проверкой
      </Button>
      <After goal={goal} phone={known.phone} />
    </form>
  );
}

/** Below the button: what happens after the order, and other ways to reach support. */
function After({ goal, phone: known }: Pick<FilingProps, 'goal'> & { phone: string | null }) {
  const [support] = useProvider().support_phones;
  return (
    <p className={styles.under}>
      {`Ответим за\u00a0${goal.answer_minutes}\u00a0минут${known === null ? '' : `, позвоним на\u00a0${known}`}.`} Нужен
      визит или фото?{' '}
      <Link to={`/support/new?goal=${encodeURIComponent(goal.name.toLowerCase())}`}>Заявка подробнее</Link>.
      {support && (
        <>
          {' '}
          Или позвоните: <a href={`tel:+${support.phone.replace(/\D/g, '')}`}>{phoneText(support.phone)}</a>
        </>
      )}
    </p>
  );
}
