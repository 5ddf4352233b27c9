import { useState } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { dayText, phone, timeText } from '#web/lib/text/format.ts';
import { IconButton, TextButton } from '#web/ui/button/button.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { useMay, useMe } from '../api/me.ts';
import { dayBefore } from './card.texts.ts';
import { CardContracts } from './card-contracts.tsx';
import type { ContractCard } from './card-data.ts';
import styles from './card.module.css';
import { UnmaskDialog } from './unmask-dialog.tsx';

/** What is asked first on the telephone, in one line. */
export function CardFacts({ card, today }: { card: ContractCard; today: string }) {
  const [first] = card.contacts.phones;
  const number = contractNo(card);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Договор</dt>
        <dd>
          {number}{' '}
          <IconButton
            icon="copy"
            size="sm"
            label="Скопировать номер договора"
            onClick={() => void copyText(number, 'Скопировали номер договора')}
          />{' '}
          {card.printed_no !== null && <span className={styles.muted}>внутренний {card.contract_id}, </span>}
          <span className={styles.muted}>с {dayText(card.opened_on, today)}</span>{' '}
          <PastLink card={card} today={today} />
        </dd>
      </div>
      <div>
        <dt>Телефон</dt>
        <dd>
          {first === undefined ? (
            <span className={styles.muted}>не указан</span>
          ) : (
            <>
              {phone(first.phone)}{' '}
              <span className={styles.muted}>{first.is_confirmed ? 'подтверждён' : 'не подтверждён'}</span>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Адрес</dt>
        <dd>
          {card.address}
          {card.former_addresses.slice(0, 1).map(({ address, until }) => (
            <span key={until} className={styles.former}>
              до {dayText(until, today)}: {address}
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>Расчётный день</dt>
        <dd>{card.billing_day}-е число</dd>
      </div>
      <CardContracts card={card} />
      <Others card={card} />
      <Unmask card={card} />
    </dl>
  );
}

/** For whoever sees people masked, and may say why he must see one whole. */
function Unmask({ card }: { card: ContractCard }) {
  const { sees } = useMe();
  const mayUnmask = useMay('unmask');
  const [isAsked, setAsked] = useState(false);
  if (!mayUnmask || sees.phone === 'whole') return null;
  return (
    <div>
      <dt>Имя, телефон и адрес скрыты</dt>
      <dd>
        <TextButton onClick={() => setAsked(true)}>Показать</TextButton>
      </dd>
      {isAsked && <UnmaskDialog contractId={card.contract_id} onClose={() => setAsked(false)} />}
    </div>
  );
}

/** Who else of the staff has this card open now. */
function Others({ card }: { card: ContractCard }) {
  const { person_id: me } = useMe();
  const others = card.here.filter(({ person_id: id }) => id !== me);
  if (others.length === 0) return null;
  return (
    <div>
      <dt>Сейчас в карточке</dt>
      <dd>{others.map(({ name, since }) => `${name}, с ${timeText(since)}`).join('; ')}</dd>
    </div>
  );
}

/** The card of yesterday, where another day is chosen. */
function PastLink({ card, today }: { card: ContractCard; today: string }) {
  if (!useMay('card day') || card.opened_on >= today) return null;
  return (
    <span className={styles.past}>
      <Link to={`/contracts/${card.contract_id}?on=${dayBefore(today)}`}>Как было раньше</Link>
    </span>
  );
}
