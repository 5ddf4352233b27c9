import { useState, type ReactNode } from 'react';
import { dayText, phone, rubles } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { kindIcon, serviceLook, type ListKind } from '#web/shared/service/text/service.texts.ts';
import { kindOf } from '#web/shared/service/text/service-state.tsx';
import { discountText } from '#web/shared/money/discount.texts.ts';
import { NumberActions, ServiceActions } from '../actions/service-actions.tsx';
import { Part } from '../look/plane.tsx';
import type { ContractCard } from './card-data.ts';
import styles from './card.module.css';

type CardService = ContractCard['services'][number];
type CardNumber = ContractCard['numbers'][number];

/** The network beneath a service is told by the chain, not here. */
const NO_INCIDENT = () => false;

/** So many are listed at once; of more, what is sought or asked for. */
const MOST_LISTED = 12;

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/** Services of the contract with their prices. A company may have hundreds, so they can be searched. */
export function ServicesPart({ card, today }: { card: ContractCard; today: string }) {
  const [sought, setSought] = useState('');
  const [isWhole, setWhole] = useState(false);
  const count = card.services.length + card.numbers.length;
  const found = [...card.services, ...card.numbers].filter((one) => plain(wordsOf(one, today)).includes(plain(sought)));
  const listed = isWhole ? found : found.slice(0, MOST_LISTED);
  return (
    <Part title="Услуги">
      {count === 0 && <p className={styles.muted}>Услуг нет.</p>}
      {count > MOST_LISTED && (
        <Field
          label="Найти услугу"
          type="search"
          autoComplete="off"
          value={sought}
          hint={`Название, логин, номер или тариф, всего ${count}`}
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      {count > 0 && found.length === 0 && <p className={styles.muted}>Такой услуги нет.</p>}
      <ul className={styles.services}>
        {listed.map((one) =>
          'phone_number' in one ? (
            <NumberLine
              key={one.phone_number}
              number={one}
              contractId={card.contract_id}
              today={today}
              inDebt={isInDebt(card, { account: 't' })}
            />
          ) : (
            <ServiceLine
              key={one.user_id}
              user={one}
              contractId={card.contract_id}
              today={today}
              inDebt={isInDebt(card, one)}
            />
          ),
        )}
      </ul>
      {listed.length < found.length && (
        <Button look="soft" size="sm" onClick={() => setWhole(true)}>
          {`Показать ещё ${found.length - listed.length}`}
        </Button>
      )}
    </Part>
  );
}

/** What a service or a number is found by. */
const wordsOf = (one: CardService | CardNumber, today: string): string =>
  'phone_number' in one
    ? `${one.phone_number} ${phone(one.phone_number)} ${one.plan}`
    : [one.name, ...detailsOf(one, today)].join(' ');

/** Whether its account is off for debt. */
const isInDebt = ({ accounts }: ContractCard, { account }: Pick<CardService, 'account'>): boolean =>
  accounts.some(({ kind, blocked }) => kind === account && blocked);

function detailsOf(user: CardService, today: string): (string | null | undefined)[] {
  const { plan } = user;
  return [
    plan && `«${plan.name}»${plan.summary === '' ? '' : `, ${plan.summary}`}`,
    plan?.discount && discountText(plan.discount, today).toLowerCase(),
    user.planned_plan && `с ${dayText(user.planned_plan.from, today)} «${user.planned_plan.name}»`,
    `вход ${user.login}`,
    user.detail,
    user.is_applied ? null : 'сеть ещё не выполнила изменение',
  ];
}

interface ServiceLineProps {
  user: CardService;
  contractId: number;
  today: string;
  inDebt: boolean;
}

function ServiceLine({ user, contractId, today, inDebt }: ServiceLineProps) {
  const kind = kindOf(user.user_type);
  const details = detailsOf(user, today);
  return (
    <Line
      kind={kind}
      name={user.name}
      held={user}
      details={details}
      price={user.monthly === null ? null : `${rubles(user.monthly)} в месяц`}
      when={user.next_charge && dayText(user.next_charge.day, today)}
      actions={<ServiceActions user={user} contractId={contractId} inDebt={inDebt} today={today} />}
    />
  );
}

interface NumberLineProps {
  number: CardNumber;
  contractId: number;
  today: string;
  inDebt: boolean;
}

const NumberLine = ({ number, contractId, today, inDebt }: NumberLineProps) => (
  <Line
    kind="telephone"
    name={phone(number.phone_number)}
    held={number}
    details={[
      `«${number.plan}»`,
      number.blocked_because,
      number.is_applied ? null : 'станция ещё не выполнила изменение',
    ]}
    price={number.price === null ? null : `${rubles(number.price)} в месяц`}
    when={null}
    actions={
      <NumberActions
        contractId={contractId}
        number={number}
        name={phone(number.phone_number)}
        inDebt={inDebt}
        today={today}
      />
    }
  />
);

interface LineProps {
  kind: ListKind;
  name: string;
  held: Pick<CardService, 'state' | 'reason'>;
  details: readonly (string | null | undefined)[];
  price: string | null;
  /** The day of the next charge. */
  when: string | null;
  actions?: ReactNode;
}

function Line({ kind, name, held, details, price, when, actions }: LineProps) {
  const { tone, icon, word } = serviceLook(kind, held, NO_INCIDENT);
  return (
    <li className={styles.service}>
      <Tile icon={kindIcon[kind]} tone={tone === 'bad' ? 'bad' : undefined} />
      <div>
        <b>{name}</b>{' '}
        <State tone={tone} icon={icon} quiet={tone === 'ok'}>
          {word}
        </State>
        <span className={styles.sub}>{details.filter((one) => one != null && one !== '').join(' · ')}</span>
      </div>
      <div className={styles.end}>
        <b>{price}</b>
        <span className={styles.sub}>{when}</span>
      </div>
      {actions}
    </li>
  );
}
