import { contract, type Wire } from '#web/api/contract.ts';
import { usePages } from '#web/api/use-pages.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, momentText, monthText } from '#web/lib/text/format.ts';
import { LoadMore } from '#web/shared/page/load-more.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Line, Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import styles from './calls-list.module.css';

type Access = Wire<typeof contract.telephoneCall.numberAccess>['items'][number];

const ON_A_PAGE = 5;

/** Who saw the full numbers of others in the calls of this line. */
export function NumberAccess({ number }: { number: string }) {
  const log = usePages(contract.telephoneCall.numberAccess, ON_A_PAGE, { phone_number: number });
  return (
    <Card title="Кто видел номера">
      {log.failed && <ErrorBlock title="Не удалось загрузить журнал." onRetry={log.again} />}
      {!log.items && !log.failed && <SkeletonRows label="Загружаем журнал" tile={false} count={2} />}
      {log.items?.length === 0 && <p className={styles.quiet}>Полных номеров никто не&nbsp;открывал.</p>}
      {log.items && log.items.length > 0 && (
        <Rows>
          {log.items.map((access) => (
            <Line key={access.number_access_id} title={whatText(access)} note={whoText(access)} />
          ))}
        </Rows>
      )}
      <div className={styles.more}>
        <LoadMore pages={log}>Показать раньше</LoadMore>
      </div>
    </Card>
  );
}

function whatText({ what, period }: Access): string {
  if (what === 'shown') return 'Показали на\u00a010 минут';
  if (what === 'hidden') return 'Скрыли раньше срока';
  const month = period === null ? '' : ` за\u00a0${monthText(period, dayOf(now()))}`;
  return what === 'pdf' ? `Скачали PDF${month}` : `Скачали таблицу${month}`;
}

const whoText = ({ at, browser, network, is_current }: Access): string =>
  `${momentText(at, dayOf(now()))} · ${is_current ? 'это устройство' : browser}, ${network}`;
