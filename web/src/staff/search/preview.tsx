import { useEffect, useState } from 'react';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { dayOf, dayText, phone, rubles } from '#web/lib/text/format.ts';
import { now } from '#web/lib/clock/clock.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';
import styles from './search.module.css';
import type { FoundContract } from './use-search.ts';

/** Whoever stays this long at one contract looks at it: then it is asked whole, which the client can see. */
const LOOK_MS = 1000;

type Looked = Wire<typeof contract.card.show>;
type FoundAccount = FoundContract['accounts'][number];
const ACCOUNTS = { i: 'Баланс', t: 'Баланс телефона' } as const;
/** Mailboxes are not asked about on the telephone. */
const MOST_SERVICES = 4;

const accountText = ({ balance, missing, lasts_until: until, blocked }: FoundAccount, today: string): string => {
  if (blocked) return `${rubles(balance)}, не хватает ${rubles(missing)}`;
  return until === null ? rubles(balance) : `${rubles(balance)}, до ${dayText(until, today)}`;
};

/** The card of a contract at which somebody stays; undefined until then, and where the role may not see cards. */
function useLook(contractId: number): Looked | undefined {
  const mayLook = useMay('card');
  const [stays, setStays] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStays(true), LOOK_MS);
    return () => clearTimeout(timer);
  }, []);
  return useAnswer(contract.card.show, { query: { contract_id: String(contractId) } }, { enabled: stays && mayLook })
    .data;
}

/** The chosen contract in short: half of the calls end here, and no card is opened. */
export function Preview({ found, onOpen }: { found: FoundContract; onOpen: () => void }) {
  const card = useLook(found.contract_id);
  const first = card?.contacts.phones[0]?.phone;
  const copyPhone = (): void => void (first && copyText(`+${first}`, 'Скопировали телефон'));
  useStaffKeys({ 'alt KeyC': first === undefined ? undefined : copyPhone });
  return (
    <aside className={styles.see} aria-label={found.name}>
      <div>
        <h2>{found.name}</h2>
        <p className={styles.sub}>
          {contractNo(found)}, {found.address}
        </p>
      </div>
      {card && <Callout tone={card.chain.broken === null ? 'ok' : 'bad'} title={card.chain.finding.title} />}
      <PreviewFacts found={found} card={card} />
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

function PreviewFacts({ found, card }: { found: FoundContract; card: Looked | undefined }) {
  const today = dayOf(now());
  const money = found.accounts.map((account) => [ACCOUNTS[account.kind], accountText(account, today)] as const);
  const facts = [...money, ...(card ? looked(card) : [])];
  return (
    <dl className={styles.facts}>
      {facts.map(([title, text]) => (
        <div key={`${title} ${text}`}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What only the card tells: services, the phone, open orders. */
function looked({ services, contacts, orders }: Looked): (readonly [title: string, text: string])[] {
  const [first] = contacts.phones;
  return [
    ...services
      .filter(({ user_type: type }) => type !== 'mail')
      .slice(0, MOST_SERVICES)
      .map(({ name, plan, monthly }) => {
        const texts = [plan?.name, monthly === null ? undefined : rubles(monthly)];
        return [name, texts.filter((text) => text !== undefined).join(', ')] as const;
      }),
    ...(first ? [['Телефон', phone(first.phone)] as const] : []),
    ['Заявки', orders.length === 0 ? 'открытых нет' : orders.map(({ goal }) => goal).join(', ')],
  ];
}
