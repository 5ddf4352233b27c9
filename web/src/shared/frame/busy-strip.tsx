import { Callout } from '#web/ui/card/callout.tsx';
import { ageText, useOfCache } from './failures.ts';
import styles from './offline-strip.module.css';

/** The server has no time yet, and the page asks again by itself: says so, and how old the data on the screen are. */
export function BusyStrip() {
  const age = useOfCache(ageText);
  return (
    <div className={styles.strip}>
      <Callout tone="wait" icon="clock" role="status" title="Сейчас много обращений.">
        {age === undefined
          ? 'Страница загрузится сама через несколько секунд.'
          : `Показываем данные на ${age}. Остальное загрузится само через несколько секунд.`}
      </Callout>
    </div>
  );
}
