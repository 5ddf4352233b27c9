import { useEffect, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { refusalOf } from '#web/api/refusal.ts';
import { now } from '#web/lib/clock/clock.ts';
import { useParams } from '#web/lib/page/router.tsx';
import { dayOf, dayText, phone, timeText } from '#web/lib/text/format.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Callout, Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { IconButton, TextButton } from '#web/ui/button/button.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { useMay, useMe } from '../api/me.ts';
import { useFollowedContract } from '../lib/follow-contract.ts';
import { noteOpened } from '../lib/recent.ts';
import { HeadActions } from '../actions/head-actions.tsx';
import { Plane, PlaneHead, Split } from '../look/plane.tsx';
import { AccountsPart } from './accounts-part.tsx';
import { cardLead, shortName } from './card.texts.ts';
import { useCard, type ContractCard, type ChainSubject } from './card-data.ts';
import styles from './card.module.css';
import { ChainPart } from './chain-part.tsx';
import { OrdersPart } from './orders-part.tsx';
import { PapersPart } from '../papers/papers-part.tsx';
import { CardContracts } from './card-contracts.tsx';
import { PeoplePart } from './people-part.tsx';
import { ServicesPart } from './services-part.tsx';
import { Timeline } from './timeline.tsx';
import { UnmaskDialog } from './unmask-dialog.tsx';

/** Everything about one contract on one page. */
export function CardPage() {
  const { contract_id: contractId = '' } = useParams();
  const [subject, setSubject] = useState<ChainSubject>({});
  const isLost = useFollowedContract(Number(contractId));
  const { data: card, error, refetch, dataUpdatedAt } = useCard(contractId, subject, isLost);
  useEffect(() => {
    if (!card) return;
    const { contract_id, name, address, state, chain } = card;
    const tone = state === 'closed' ? 'off' : chain.broken === null ? 'ok' : 'bad';
    noteOpened({ contract_id, name: shortName(name), address, tone });
  }, [card]);
  const refusal = refusalOf(error);
  if (refusal) return <Refused contractId={contractId} refusal={refusal} />;
  if (!card) {
    return (
      <Plane>
        <div className={styles.wait}>
          {error ? (
            <ErrorBlock alone title="Карточка не открылась." onRetry={() => void refetch()}>
              {readable(error.message, errorLoad)}.
            </ErrorBlock>
          ) : (
            <SkeletonRows label="Открываем карточку" count={6} />
          )}
        </div>
      </Plane>
    );
  }
  return <CardView {...{ card, subject, setSubject, isLost }} checkedAt={dataUpdatedAt} />;
}

interface CardViewProps {
  card: ContractCard;
  subject: ChainSubject;
  setSubject: (subject: ChainSubject) => void;
  checkedAt: number;
  /** The page does not hear of changes. */
  isLost: boolean;
}

function CardView({ card, subject, setSubject, checkedAt, isLost }: CardViewProps) {
  const today = dayOf(now());
  const hasTimeline = useMay('timeline');
  return (
    <Plane>
      {isLost && (
        <div className={styles.wait}>
          <Callout tone="wait" icon="wifi-off" role="status" title="Обновляется с задержкой.">
            Нет прямой связи с сервером, спрашиваем его раз в 20 секунд.
          </Callout>
        </div>
      )}
      <PlaneHead
        title={
          <>
            {card.name} {card.state === 'closed' && <State tone="off">Расторгнут</State>}
            {card.state === 'suspended' && <State tone="wait">На паузе</State>}
          </>
        }
        lead={cardLead(card, today)}
        actions={<HeadActions card={card} today={today} />}
      />
      <Facts card={card} today={today} />
      {card.state !== 'closed' && <ChainPart {...{ card, subject, setSubject, checkedAt, today }} />}
      <Split>
        <div>
          <ServicesPart card={card} today={today} />
          <AccountsPart card={card} today={today} />
          <OrdersPart card={card} today={today} />
          <PapersPart card={card} today={today} />
          <PeoplePart card={card} today={today} />
        </div>
        {hasTimeline && <Timeline contractId={card.contract_id} today={today} />}
      </Split>
    </Plane>
  );
}

/** What is asked first on the telephone, in one line. */
function Facts({ card, today }: { card: ContractCard; today: string }) {
  const [first] = card.contacts.phones;
  const number = String(card.contract_id);
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
          <span className={styles.muted}>с {dayText(card.opened_on, today)}</span>
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

/** The card is not there, or is not this person's to open. */
function Refused({ contractId, refusal: { code, message } }: { contractId: string; refusal: ApiError }) {
  if (code === 'contract_unknown') {
    return (
      <Plane>
        <Empty icon="search" title={`Договора ${contractId} нет`}>
          Проверьте номер или найдите по имени, адресу и телефону: <kbd>Ctrl K</kbd>
        </Empty>
      </Plane>
    );
  }
  return (
    <Plane>
      <Empty icon="lock" title="Эту карточку вам не открыть">
        {readable(message, 'Спросите администратора')}.
      </Empty>
    </Plane>
  );
}
