import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { contract } from '#web/api/contract.ts';
import { isGuest } from '#web/api/session.ts';
import { cacheKey, useCall } from '#web/api/use-call.ts';
import { cx } from '#web/lib/text/cx.ts';
import { deviceMs, ofDevice } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { useParams } from '#web/lib/page/router.tsx';
import { useNow } from '#web/lib/clock/use-now.ts';
import { IncidentNotes } from '#web/shared/notices/incident-banner.tsx';
import { Loaded, LoadedCard } from '#web/shared/page/loaded.tsx';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { ServiceLost } from '#web/shared/page/service-lost.tsx';
import { SupportLine } from '#web/shared/service/page/service-support.tsx';
import { showLoad } from '#web/shared/stream/load.ts';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { Select } from '#web/ui/field/field.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { DayChart, peakText } from './day-chart.tsx';
import { EventsCard } from './events-card.tsx';
import { LoadCard } from './load-card.tsx';
import { headOf, type Load } from './network.texts.ts';
import styles from './network-page.module.css';

/** The stream brings the load every ten seconds; after so long without it the page asks by itself. */
const LATE_MS = 30_000;
const LOOK_MS = 5000;
const CUT_MS = 45_000;
const DAY_MS = 86_400_000;

/** The address contains the operator's word; another word is the 404 page. */
export function NetworkPage() {
  const { product } = useParams();
  const { product: own } = useProvider();
  return own !== undefined && product !== own ? <ServiceLost /> : <NetworkOverview />;
}

const waiting = (label: string, count: number) => <SkeletonRows label={label} tile={false} count={count} />;

function NetworkOverview() {
  const events = useCall(contract.network.events, {});
  const load = useLiveLoad();
  const now = useNow(true, LOOK_MS);
  const today = dayOf(new Date(now));
  const yesterday = dayOf(new Date(now - DAY_MS));
  const dates = { today, yesterday };
  const head = events.data
    ? headOf(events.data, today, yesterday)
    : { title: 'Сеть сейчас', lead: 'Аварии, работы и нагрузка.' };
  // Without the load there is only one column.
  const isSplit = load.data === undefined ? load.error === null : load.data !== null;
  const own = events.data?.here?.place_id ?? null;
  return (
    <>
      <PageHead {...head} tab="Сеть сейчас" />
      <Stack>
        <KnownAlready isTold={events.data !== undefined} />
        <LoadedCard
          title="Что случилось"
          answer={events}
          failed="Не удалось узнать, нет ли аварий и работ."
          skeleton={waiting('Узнаём, нет ли аварий', 3)}
        >
          {(found) => <EventsCard events={found} {...dates} />}
        </LoadedCard>
        <div className={cx(styles.columns, isSplit && styles.split)}>
          <LoadedCard
            title="Нагрузка сейчас"
            answer={load}
            failed="Не удалось узнать нагрузку сети."
            skeleton={waiting('Измеряем нагрузку', 6)}
          >
            {(shown) =>
              shown && <LoadCard load={shown} own={own} isCut={now - ofDevice(load.dataUpdatedAt) > CUT_MS} />
            }
          </LoadedCard>
          <Stack>
            <ConnectionCard {...dates} />
            {load.data && <DayCard load={load.data} own={own} />}
          </Stack>
        </div>
        <SupportLine>Не работает, а аварии здесь нет? Позвоните нам</SupportLine>
      </Stack>
    </>
  );
}

/** Until the events are loaded: the failures that every page of a subscriber knows. Guests get no messages. */
const KnownAlready = ({ isTold }: { isTold: boolean }) => !isTold && !isGuest() && <IncidentNotes />;

/** The load as the stream brings it; where the stream is cut, the page asks. */
function useLiveLoad() {
  const load = useCall(contract.network.load, {});
  const cache = useQueryClient();
  useEffect(() => showLoad(), []);
  useEffect(() => {
    const key = cacheKey(contract.network.load);
    let askedAt = deviceMs();
    const timer = setInterval(() => {
      const heardAt = Math.max(askedAt, cache.getQueryState(key)?.dataUpdatedAt ?? 0);
      if (document.visibilityState !== 'visible' || deviceMs() - heardAt < LATE_MS) return;
      askedAt = deviceMs();
      void cache.invalidateQueries({ queryKey: key });
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [cache]);
  return load;
}

function DayCard({ load, own }: { load: Load; own: string | null }) {
  const [chosen, choose] = useState<string>();
  const place = chosen ?? own ?? load.places[0]?.place_id ?? '';
  const day = useCall(contract.network.day, { params: { place_id: place } });
  const select: ReactNode = (
    <Select label="Место" value={place} onChange={({ target }) => choose(target.value)}>
      {load.places.map(({ place_id: id, name }) => (
        <option key={id} value={id}>
          {id === own ? `${name}, ваш район` : name}
        </option>
      ))}
    </Select>
  );
  return (
    <Card title="За сутки">
      {select}
      <Loaded
        answer={day}
        failed="Не удалось загрузить историю дня."
        skeleton={<SkeletonRows label="Загружаем историю дня" tile={false} count={3} />}
      >
        {(history) => (
          <>
            <p className={styles.peak}>{peakText(history)}</p>
            <DayChart key={place} day={history} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
