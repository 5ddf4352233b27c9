import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import type { contract, Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { BlockDialog, BlockNumberDialog, UnblockDialog, UnblockNumberDialog } from './block-dialog.tsx';
import { PriceButton } from './price/price-button.tsx';
import { PlansDialog, type ServiceOf } from './plan-dialog.tsx';
import styles from './actions.module.css';

type CardUser = Wire<typeof contract.card.show>['services'][number];

const DIALOGS = { plans: PlansDialog, block: BlockDialog, unblock: UnblockDialog } as const;
type Asked = keyof typeof DIALOGS;

interface Rights {
  readonly mayChange: boolean;
  readonly mayBlock: boolean;
}

const isClosedByUs = ({ reason }: CardUser): boolean => reason === 'operator' || reason === 'abuse';

/** A mailbox keeps the plan that it was made with. */
const hasPlans = (user: CardUser): boolean => user.plan !== null && user.user_type !== 'mail' && !isClosedByUs(user);

/** A service that waits or rests is neither changed nor closed. */
function buttonsFor(user: CardUser, { mayChange, mayBlock }: Rights): [Asked, string][] {
  if (user.state === 'connecting' || user.state === 'paused') return [];
  const buttons: [Asked, string][] = [];
  if (mayChange && hasPlans(user)) buttons.push(['plans', 'Сменить тариф']);
  if (mayBlock) buttons.push(isClosedByUs(user) ? ['unblock', 'Включить'] : ['block', 'Отключить']);
  return buttons;
}

interface ServiceActionsProps {
  user: CardUser;
  contractId: number;
  inDebt: boolean;
  today: string;
}

/** A service can be given another plan, or closed by the provider and opened again. */
export function ServiceActions({ user, contractId, inDebt, today }: ServiceActionsProps) {
  const [asked, setAsked] = useState<Asked>();
  const mayBlock = useMay('service block');
  const mayChange = useMay('plan list');
  const buttons = buttonsFor(user, { mayChange, mayBlock });
  const service: ServiceOf = { user_id: user.user_id, name: user.name, inDebt };
  const Asking = asked && DIALOGS[asked];
  return (
    <div className={styles.ofService}>
      {buttons.map(([one, text]) => (
        <Button key={one} look="plain" size="sm" aria-label={`${text}: ${user.name}`} onClick={() => setAsked(one)}>
          {text}
        </Button>
      ))}
      <PriceButton contractId={contractId} name={user.name} of={{ user_id: user.user_id }} today={today} />
      {Asking && <Asking service={service} today={today} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

type CardNumber = Wire<typeof contract.card.show>['numbers'][number];

interface NumberActionsProps {
  number: CardNumber;
  name: string;
  contractId: number;
  inDebt: boolean;
  today: string;
}

/** A number can be closed by the provider and opened again, and given a discount or a price of its own. */
export function NumberActions({ number, name, contractId, inDebt, today }: NumberActionsProps) {
  const [isAsked, setAsked] = useState(false);
  const mayBlock = useMay('number block');
  const isClosed = number.reason === 'operator';
  const text = isClosed ? 'Включить' : 'Отключить';
  const Asking = isClosed ? UnblockNumberDialog : BlockNumberDialog;
  const of = { phone_number: number.phone_number };
  return (
    <div className={styles.ofService}>
      {mayBlock && (
        <Button look="plain" size="sm" aria-label={`${text}: ${name}`} onClick={() => setAsked(true)}>
          {text}
        </Button>
      )}
      <PriceButton contractId={contractId} name={name} of={of} today={today} />
      {isAsked && <Asking number={{ ...of, name, inDebt }} today={today} onClose={() => setAsked(false)} />}
    </div>
  );
}
