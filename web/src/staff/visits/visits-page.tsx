import { useState } from 'react';
import { addDays, parseDay } from '@kabinet/contract/kernel/day';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, IconButton } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { useMay } from '../api/me.ts';
import { Part, Plane, PlaneHead } from '../look/plane.tsx';
import { AddWindowDialog } from './add-window-dialog.tsx';
import { Board } from './board.tsx';
import { useDay } from './field/use-day.ts';
import { OwnDay } from './own-day.tsx';
import { dayTitle } from './visits.texts.ts';
import styles from './visits.module.css';

const shifted = (day: string, by: number): string => {
  const parsed = parseDay(day);
  return parsed ? addDays(parsed, by) : day;
};

/** The visits of a day: a row a master with his windows; of a technician his own day. */
export function VisitsPage() {
  const today = dayOf(now());
  const [day, setDay] = useState(today);
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useMay('slots add');
  const { answer, asOf } = useDay(day);
  return (
    <Plane>
      <Loaded
        alone
        answer={answer}
        failed="Визиты не загрузились."
        known={<PlaneHead title="Визиты" />}
        skeleton={
          <>
            <PlaneHead title="Визиты" />
            <div className={styles.wait}>
              <SkeletonRows label="Загружаем визиты" count={5} tile={false} />
            </div>
          </>
        }
      >
        {(told) =>
          told.is_own ? (
            <OwnDay day={told} asOf={asOf} />
          ) : (
            <>
              <PlaneHead
                title={dayTitle(told)}
                lead="Абонент узнаёт о назначенном визите и о том, что мастер в пути, сразу."
                actions={
                  mayAdd && (
                    <Button look="plain" onClick={() => setAdding(true)}>
                      Добавить окно
                    </Button>
                  )
                }
              />
              <Part
                title={`Визиты, ${dayText(told.day, today)}`}
                aside={
                  <div className={styles.days}>
                    <IconButton icon="chevron-left" label="День раньше" onClick={() => setDay(shifted(day, -1))} />
                    <Button look="plain" size="sm" onClick={() => setDay(today)}>
                      Сегодня
                    </Button>
                    <IconButton icon="chevron-right" label="День позже" onClick={() => setDay(shifted(day, 1))} />
                  </div>
                }
              >
                <Board day={told} isToday={told.day === today} />
              </Part>
            </>
          )
        }
      </Loaded>
      {isAdding && <AddWindowDialog day={day} onClose={() => setAdding(false)} />}
    </Plane>
  );
}
