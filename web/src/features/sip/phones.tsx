import { contract } from '#api/contract.ts';
import { useAction } from '#api/use-call.ts';
import { now } from '#lib/clock.ts';
import { counted, dayOf, keepTogether, momentText } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Empty } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { saySuccess } from '#ui/toast-store.ts';
import styles from './sip.module.css';
import { sayRefused, type Registration, type SipLine } from './sip.texts.ts';

/** Telephones that are registered now. */
export function Phones({ line, registrations }: { line: SipLine; registrations: readonly Registration[] }) {
  const count = registrations.length;
  return (
    <Card
      title="Телефоны"
      aside={
        count > 0 && (
          <span className={styles.muted}>{`${counted(count, 'телефон', 'телефона', 'телефонов')} на\u00a0связи`}</span>
        )
      }
    >
      {count === 0 ? (
        <Empty icon="phone" title="Номер не зарегистрирован">
          {keepTogether(
            'Звонки на него не проходят. Проверьте, что телефон включён и в сети, а сервер, логин и пароль введены верно. Пароль можно получить новый.',
          )}
        </Empty>
      ) : (
        <ul className={styles.phones}>
          {registrations.map((registration) => (
            <Phone key={registration.registration_id} line={line} registration={registration} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface PhoneProps {
  line: SipLine;
  registration: Registration;
}

function Phone({ line: { user_id }, registration: { registration_id, program, address, since } }: PhoneProps) {
  const { mutate, isPending } = useAction(contract.sipUser.endRegistration);
  const name = program === '' ? 'Телефон' : program;
  const end = (): void =>
    mutate(
      { body: { user_id, registration_id } },
      {
        onSuccess: () =>
          saySuccess('Телефон отключён', 'Знает пароль — подключится снова. Чтобы этого не было, смените пароль'),
        onError: sayRefused,
      },
    );
  return (
    <li>
      <Icon name={/android|iphone|ios/i.test(program) ? 'smartphone' : 'phone'} size="sm" />
      <div>
        <b>{name}</b>
        <p className={styles.muted}>
          {keepTogether(`На связи с ${momentText(since, dayOf(now()))}${address === '' ? '' : `, ${address}`}`)}
        </p>
      </div>
      <Button look="plain" size="sm" busy={isPending} aria-label={`Отключить: ${name}`} onClick={end}>
        Отключить
      </Button>
    </li>
  );
}
