import { number } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import { Gauge } from './gauge.tsx';
import type { Phase, Progress } from './measure.ts';
import styles from './measuring-panel.module.css';
import { ms } from './verdict.texts.ts';

interface Row {
  phase: Phase;
  icon: IconName;
  name: string;
  value: string | undefined;
  note: string;
}

const mbitText = (mbit: number | undefined): string | undefined =>
  mbit === undefined ? undefined : `${number(mbit < 10 ? Math.round(mbit * 10) / 10 : Math.round(mbit))}\u00a0Мбит/с`;

const ORDER: readonly Phase[] = ['latency', 'download', 'upload'];

function rowsOf(progress: Progress): Row[] {
  const { phase, latencyUs, jitterUs, downMbit, upMbit } = progress;
  const now = ORDER.indexOf(phase);
  /** The running phase shows its last reading, a finished one its result. */
  const rate = (of: Phase, result: number | undefined) => mbitText(phase === of ? (progress.mbit ?? result) : result);
  return [
    {
      phase: 'latency',
      icon: 'clock',
      name: 'Отклик',
      value: latencyUs === undefined ? undefined : ms(latencyUs),
      note: jitterUs === undefined ? 'спрашиваем узел' : `дрожание ${ms(jitterUs)}`,
    },
    {
      phase: 'download',
      icon: 'arrow-down-left',
      name: 'Скачивание',
      value: rate('download', downMbit),
      note: now < 1 ? 'после отклика' : 'качаем с\u00a0узла',
    },
    {
      phase: 'upload',
      icon: 'arrow-up-right',
      name: 'Отправка',
      value: rate('upload', upMbit),
      note: now < 2 ? 'после скачивания' : 'отправляем на\u00a0узел',
    },
  ];
}

interface MeasuringPanelProps {
  progress: Progress;
  planMbit: number | undefined;
  onStop: () => void;
}

/** While it measures: the arc, and three rows that fill one after another. */
export function MeasuringPanel({ progress, planMbit, onStop }: MeasuringPanelProps) {
  return (
    <section className={styles.panel} aria-label="Ход замера">
      <Gauge mbit={progress.mbit} planMbit={planMbit} />
      <div className={styles.side}>
        <ul className={styles.rows}>
          {rowsOf(progress).map(({ phase, icon, name, value, note }) => (
            <li key={phase} aria-current={phase === progress.phase ? 'step' : undefined}>
              <Icon name={icon} />
              <span>
                {name}
                <small>{note}</small>
              </span>
              <b>{value}</b>
            </li>
          ))}
        </ul>
        <p className={styles.said} role="status">
          {SAID[progress.phase]}
        </p>
        <Button look="line" onClick={onStop}>
          Остановить
        </Button>
      </div>
    </section>
  );
}

/** For screen readers: one sentence a phase, not every number. */
const SAID: Record<Phase, string> = {
  latency: 'Измеряем отклик',
  download: 'Измеряем скачивание',
  upload: 'Измеряем отправку',
};
