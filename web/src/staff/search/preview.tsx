import { useEffect, useState } from 'react';
import { dayOf, dayText, phone, rubles } from '#web/lib/text/format.ts';
import { now } from '#web/lib/clock/clock.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import { useStaffKeys } from '../frame/staff-keys.ts';
import styles from './search.module.css';
import type { FoundContract } from './use-search.ts';

/** Whoever stays this long at one contract looks at it: then it is asked whole, which the client can see. */
const LOOK_MS = 1000;

type FoundAccount = FoundContract['accounts'][number];
const ACCOUNTS = { i: 'Баланс', t: 'Баланс телефона' } as const;
/** Mailboxes are not asked about on the telephone. */
const MOST_SERVICES = 4;

const accountText = ({ balance, missing, lasts_until: until, blocked }: FoundAccount, today: string): string => {
  if (blocked) return `${rubles(balance)}, не хватает ${rubles(missing)}`;
  return until === null ? rubles(balance) : `${rubles(balance)}, до ${dayText(until, today)}`;
};

/** The chosen contract in short: half of the calls end here, and no card is opened. */
export function Preview({ found, onOpen }: { found: FoundContract; onOpen: () => void }) {
  const mayLook = useMay('card');
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), LOOK_MS);
    return () => clearTimeout(timer);
  }, []);
  const query = { contract_id: String(found.contract_id) };
  const { data: card } = useAnswer(contract.card.show, { query }, { enabled: stays && mayLook });
  const today = dayOf(now());
  const first = card?.contacts.phones[0]?.phone;
  const copyPhone = (): void => void (first && copyText(`+${first}`, 'Скопировали телефон'));
  useStaffKeys({ 'alt KeyC': first === undefined ? undefined : copyPhone });
  return (
    <aside className={styles.see} aria-label={found.name}>
      <div>
        <h2>{found.name}</h2>
        <p className={styles.sub}>
          {found.contract_id}, {found.address}
        </p>
      </div>
      {card && (
        <Callout tone={card.chain.broken === null ? 'ok' : 'bad'} title={card.chain.finding.title} />
      )}
      <dl className={styles.facts}>
        {found.accounts.map((account) => (
          <div key={account.kind}>
            <dt>{ACCOUNTS[account.kind]}</dt>
            <dd>{accountText(account, today)}</dd>
          </div>
        ))}
        {card?.services.filter(({ user_type: type }) => type !== 'mail').slice(0, MOST_SERVICES).map(({ user_id, name, plan, monthly }) => (
          <div key={user_id}>
            <dt>{name}</dt>
            <dd>
              {plan?.name}
              {monthly !== null && `, ${rubles(monthly)}`}
            </dd>
          </div>
        ))}
        {first !== undefined && (
          <div>
            <dt>Телефон</dt>
            <dd>{phone(first)}</dd>
          </div>
        )}
        {card && (
          <div>
            <dt>Заявки</dt>
            <dd>{card.orders.length === 0 ? 'открытых нет' : card.orders.map(({ goal }) => goal).join(', ')}</dd>
          </div>
        )}
      </dl>
      <div className={styles.acts}>
        <Button wide onClick={onOpen}>
          Открыть карточку <kbd>↵</kbd>
        </Button>
        {first !== undefined && (
          <Button look="plain" wide onClick={copyPhone}>
            Скопировать телефон <kbd>Alt C</kbd>
          </Button>
        )}
      </div>
    </aside>
  );
}
