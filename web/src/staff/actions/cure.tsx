import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';
import { UnblockDialog } from './block-dialog.tsx';
import { EndSession } from './session/end-session.tsx';

type CureCard = Wire<typeof contract.card.show>;

interface CureProps {
  card: CureCard;
  today: string;
}

interface Ill extends CureProps {
  userId: number;
}

const unlocking = (text: string) => (props: Ill) => <Unlock {...props} text={text} />;

/** What mends a cause; what is not here needs a person in the field, or the subscriber. */
const CURES: Partial<Record<CureCard['chain']['finding']['cause'], (props: Ill) => ReactNode>> = {
  binding_stale: BindRouter,
  login_locked: unlocking('Разблокировать вход'),
  session_stuck: unlocking('Снять сеанс'),
  second_device: EndSession,
  operator: Open,
  abuse: Open,
  line: EndSession,
};

/** The one button that mends the first broken link, for whoever may press it. */
export function Cure({ card, today }: CureProps) {
  const { service, broken, finding } = card.chain;
  const userId = service?.user_id ?? null;
  const Way = CURES[finding.cause];
  if (userId === null || broken === null || !Way) return null;
  return (
    <div>
      <Way card={card} today={today} userId={userId} />
    </div>
  );
}

const failed = (failure: Error): void => void sayError(failure, 'Не получилось. Повторите', 'Не сделали');

function BindRouter({ userId }: Ill) {
  const bind = useChange(contract.services.bindDevice);
  if (!useMay('device bind')) return null;
  const press = (): void =>
    bind.mutate(
      { body: { user_id: userId } },
      {
        onSuccess: ({ mac }) => void saySuccess(`Привязали ${mac}`, 'Роутер выйдет в сеть за минуту-две'),
        onError: failed,
      },
    );
  return (
    <Button busy={bind.isPending} onClick={press}>
      Привязать этот роутер
    </Button>
  );
}

function Unlock({ userId, text }: Ill & { text: string }) {
  const unlock = useChange(contract.services.unlock);
  if (!useMay('login unlock')) return null;
  const press = (): void =>
    unlock.mutate(
      { body: { user_id: userId } },
      {
        onSuccess: ({ state }) =>
          void saySuccess('Разблокировали', state === 'active' ? 'Роутер войдёт сам за минуту-две' : undefined),
        onError: failed,
      },
    );
  return (
    <Button busy={unlock.isPending} onClick={press}>
      {text}
    </Button>
  );
}

function Open({ card, userId, today }: Ill) {
  const [isAsked, setAsked] = useState(false);
  const user = card.services.find((one) => one.user_id === userId);
  if (!useMay('service unblock') || !user) return null;
  const inDebt = card.accounts.some(({ kind, blocked }) => kind === user.account && blocked);
  return (
    <>
      <Button onClick={() => setAsked(true)}>Включить услугу</Button>
      {isAsked && <UnblockDialog service={{ ...user, inDebt }} today={today} onClose={() => setAsked(false)} />}
    </>
  );
}
