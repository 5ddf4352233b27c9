import { keepTogether } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Fold } from '#web/ui/text/rows.tsx';
import type { Defaults } from './schedule-data.ts';
import styles from './schedule.module.css';

interface ReadyWeeksProps {
  weeks: Defaults['weeks'];
  /** There is no schedule yet: the client starts with one of these weeks. */
  isFirst?: boolean;
  onChoose: (rules: Defaults['weeks'][number]['rules']) => void;
}

/** Ready-made weeks, which the client can then change. */
export function ReadyWeeks({ weeks, isFirst = false, onChoose }: ReadyWeeksProps) {
  const list = (
    <ul className={styles.ready}>
      {weeks.map(({ key, title, text, rules }) => (
        <li key={key}>
          <span>
            <b>{title}</b>
            <small>{keepTogether(text)}</small>
          </span>
          <Button look="soft" size="sm" aria-label={`Взять неделю «${title}»`} onClick={() => onChoose(rules)}>
            Взять
          </Button>
        </li>
      ))}
    </ul>
  );
  if (!isFirst) return <Fold title="Готовые недели">{list}</Fold>;
  return (
    <>
      <Empty icon="calendar-clock" title="Графика пока нет">
        Часы доступа не&nbsp;ограничены. Возьмите готовую неделю, поправьте часы и&nbsp;сохраните.
      </Empty>
      {list}
    </>
  );
}
