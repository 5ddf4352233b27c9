import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText } from '#web/lib/text/format.ts';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Tile } from '#web/ui/card/state.tsx';
import styles from '../settings.module.css';

/** Who of the staff has looked at the contract. */
export function StaffReads() {
  const { data: reads, error, refetch } = useCall(contract.security.staffReads, {});
  if (error && !reads) {
    return (
      <Card title="Кто из сотрудников смотрел">
        <ErrorBlock title="Не удалось узнать, кто смотрел ваш договор." onRetry={() => void refetch()}>
          Запись об этом ведётся, как и раньше.
        </ErrorBlock>
      </Card>
    );
  }
  const today = dayOf(now());
  return (
    <Card title="Кто из сотрудников смотрел">
      {!reads && <SkeletonRows label="Загружаем, кто смотрел" />}
      {reads?.length === 0 && <p className={styles.lead}>Никто из сотрудников ваш договор не&nbsp;открывал.</p>}
      {reads && reads.length > 0 && (
        <Rows>
          {reads.map(({ read_at, operator, role, what }, index) => (
            <div key={`${read_at} ${index}`} className={styles.place}>
              <Tile icon="eye" tone="off" />
              <span>
                <b>
                  {operator}, {role}
                </b>
                <small>
                  {momentText(read_at, today)}: {what}
                </small>
              </span>
            </div>
          ))}
        </Rows>
      )}
      <p className={styles.note}>
        Записываем каждый раз, сотрудник отключить это не&nbsp;может. Просмотр кажется лишним? Позвоните
        в&nbsp;поддержку.
      </p>
    </Card>
  );
}
