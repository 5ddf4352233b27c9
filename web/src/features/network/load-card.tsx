import { cx } from '#web/lib/text/cx.ts';
import { timeText } from '#web/lib/text/format.ts';
import { Card } from '#web/ui/card/card.tsx';
import { State } from '#web/ui/card/state.tsx';
import styles from './load-card.module.css';
import { BUSY, percentText, bitRateText, type Load, type LoadPlace } from './network.texts.ts';

/** One tick is two percent. */
const TICKS = 50;
const PER_TICK = 100 / TICKS;

interface LoadCardProps {
  load: Load;
  /** The client's district. */
  own: string | null;
  /** Nothing new has come for a while. */
  isCut: boolean;
}

/** How full the network is now, by district and channel. */
export const LoadCard = ({ load, own, isCut }: LoadCardProps) => (
  <Card title="Нагрузка сейчас" aside={<Freshness at={load.at} isCut={isCut} />}>
    <ul className={styles.load}>
      {load.places.map((place) => (
        <PlaceRow key={place.place_id} place={place} isOwn={place.place_id === own} />
      ))}
    </ul>
  </Card>
);

function Freshness({ at, isCut }: { at: string; isCut: boolean }) {
  if (isCut) return <State tone="wait">Связи нет, данные на&nbsp;{timeText(at)}</State>;
  return <span className={styles.live}>данные на&nbsp;{timeText(at)}</span>;
}

function PlaceRow({ place, isOwn }: { place: LoadPlace; isOwn: boolean }) {
  const { name, note, percent, mbit } = place;
  const age = place.is_stale && place.measured_at !== null && `на\u00a0${timeText(place.measured_at)}`;
  const whose = isOwn ? 'ваш район' : note?.replaceAll(' ', '\u00a0');
  const words = [whose, mbit !== null && bitRateText(mbit), age].filter(Boolean).join(', ');
  return (
    <li>
      <b>{name}</b>
      <span className={styles.value}>{percent === null ? '—' : percentText(percent)}</span>
      <span className={styles.note}>{words}</span>
      <span className={styles.state}>
        <PlaceState place={place} />
      </span>
      <Ticks percent={percent ?? 0} />
    </li>
  );
}

function PlaceState({ place }: { place: LoadPlace }) {
  const { has_incident: hasIncident, percent, is_stale: isStale } = place;
  if (hasIncident)
    return (
      <State tone="bad" icon="triangle-alert">
        Авария
      </State>
    );
  if (percent === null) return <State tone="off">Нет данных</State>;
  if (isStale) return <State tone="wait">Давно</State>;
  if (percent >= BUSY) return <State tone="wait">Плотно</State>;
  return (
    <State tone="ok" quiet>
      Норма
    </State>
  );
}

const Ticks = ({ percent }: { percent: number }) => (
  <svg className={styles.ticks} aria-hidden="true">
    {Array.from({ length: TICKS + 1 }, (_, index) => {
      const value = index * PER_TICK;
      return (
        <line
          key={index}
          className={cx(value <= percent && percent > 0 && (value >= BUSY ? styles.hot : styles.on))}
          x1={`${value}%`}
          x2={`${value}%`}
          y1={index % 10 === 0 ? '0' : '30%'}
          y2="100%"
        />
      );
    })}
  </svg>
);
