import { contract } from '#web/api/contract.ts';
import { useAction } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { counted, dayOf, keepTogether, momentText, timeText } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import styles from './sip.module.css';
import { sayRefused, type Registration, type SipLine } from './sip.texts.ts';

interface PhonesProps {
  line: SipLine;
  registrations: readonly Registration[];
  state: User['state'];
}

/** Telephones that are registered now. */
export function Phones({ line, registrations, state }: PhonesProps) {
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
        <Nobody isWorking={state === 'active'} />
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

/** While a line does not work no telephone can register, so there is nothing to check. */
function Nobody({ isWorking }: { isWorking: boolean }) {
  if (!isWorking) {
    return (
      <p className={styles.muted}>
        {keepTogether('Пока линия не работает, телефоны не на связи. Заработает — подключатся сами, с тем же паролем.')}
      </p>
    );
  }
  return (
    <Empty icon="phone" title="Телефон не на связи">
      {keepTogether(
        'Звонки на номер не проходят. Проверьте, что телефон включён и в сети, а сервер, логин и пароль введены верно.',
      )}
    </Empty>
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
        <p className={styles.online}>
          <Icon name="circle-check" size="xs" />
          <span>{keepTogether(`На связи с ${sinceText(since)}${address === '' ? '' : `, ${address}`}`)}</span>
        </p>
      </div>
      <TextButton aria-disabled={isPending || undefined} onClick={isPending ? undefined : end}>
        Отключить<VisuallyHidden>: {name}</VisuallyHidden>
      </TextButton>
    </li>
  );
}

/** After «с»: `16 ноября, 08:26`, today `13:59`. */
const sinceText = (moment: string): string => {
  const today = dayOf(now());
  return dayOf(moment) === today ? timeText(moment) : momentText(moment, today);
};
