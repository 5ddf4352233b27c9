import { Suspense, useEffect, useState } from 'react';
import type { ApiError } from '#web/api/api-error.ts';
import { refusalOf } from '#web/api/refusal.ts';
import { now } from '#web/lib/clock/clock.ts';
import { useLocation, useParams } from '#web/lib/page/router.tsx';
import { dayOf } from '#web/lib/text/format.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { readable } from '#web/lib/text/readable.ts';
import { lazyPart } from '#web/shared/page/lazy-part.tsx';
import { Callout, Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { useMay } from '../api/me.ts';
import { useFollowedContract } from '../lib/follow-contract.ts';
import { noteOpened } from '../lib/recent.ts';
import { HeadActions } from '../actions/head-actions.tsx';
import { Inset, Plane, PlaneHead, Split } from '../look/plane.tsx';
import { AccountsPart } from './accounts-part.tsx';
import { cardLead, shortName } from './card.texts.ts';
import { useCard, type ContractCard, type ChainSubject } from './card-data.ts';
import styles from './card.module.css';
import { ChainPart } from './chain-part.tsx';
import { OrdersPart } from './orders-part.tsx';
import { PapersPart } from '../papers/papers-part.tsx';
import { CardFacts } from './card-facts.tsx';
import { PeoplePart } from './people-part.tsx';
import { ServicesPart } from './services-part.tsx';
import { Timeline } from './timeline.tsx';

const DayCardPage = lazyPart(async () => (await import('./day/day-card-page.tsx')).DayCardPage);

/** The card of now, or of the day that the address names. */
export function CardPage() {
  const { contract_id: contractId = '' } = useParams();
  const on = new URLSearchParams(useLocation().search).get('on');
  if (on === null) return <PresentCard contractId={contractId} />;
  return (
    <Suspense
      fallback={
        <Plane>
          <Inset>
            <SkeletonRows label="Вспоминаем, как было" count={6} />
          </Inset>
        </Plane>
      }
    >
      <DayCardPage contractId={contractId} on={on} />
    </Suspense>
  );
}

/** Everything about one contract on one page. */
function PresentCard({ contractId }: { contractId: string }) {
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
      <CardFacts card={card} today={today} />
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

/** The card is not there, or is not this person's to open. */
function Refused({ contractId, refusal: { code, message } }: { contractId: string; refusal: ApiError }) {
  if (code === 'contract_unknown') {
    return (
      <Plane>
        <Inset>
          <Empty icon="search" title={`Договора ${contractId} нет`}>
            Проверьте номер или найдите по имени, адресу и телефону: <kbd>Ctrl K</kbd>
          </Empty>
        </Inset>
      </Plane>
    );
  }
  return (
    <Plane>
      <Inset>
        <Empty icon="lock" title="Эту карточку вам не открыть">
          {readable(message, 'Спросите администратора')}.
        </Empty>
      </Inset>
    </Plane>
  );
}
