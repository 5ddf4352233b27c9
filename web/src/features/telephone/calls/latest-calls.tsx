import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { ButtonRow, LinkButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { CallRows } from './call-rows.tsx';
import type { CallsOfMonth } from './call.texts.ts';
import { Packages } from '../packages.tsx';
import styles from './calls-list.module.css';

const LATEST = 5;
const TITLE = 'Последние звонки';

/** The calls of this month, with the latest ones. */
export const useLatestCalls = (number: string) =>
  useCall(contract.telephoneCall.total, { query: { phone_number: number, limit: LATEST } });

/** The minutes left this month, and the latest calls of this month. */
export function LatestCalls({ number, isClosed }: { number: string; isClosed: boolean }) {
  const calls = useLatestCalls(number);
  return (
    <LoadedCard
      title={TITLE}
      answer={calls}
      failed="Не удалось загрузить звонки."
      skeleton={<SkeletonRows label="Загружаем звонки" tile={false} count={LATEST} />}
    >
      {(month) => (
        <Stack>
          {!isClosed && <Packages packages={month.packages} title="Минуты в тарифе" />}
          <Latest number={number} calls={month} />
        </Stack>
      )}
    </LoadedCard>
  );
}

function Latest({ number, calls }: { number: string; calls: CallsOfMonth }) {
  const all = (
    <LinkButton to={`/telephone/calls/${number}`} look="soft" size="sm">
      Все звонки
    </LinkButton>
  );
  const zones = new Map(calls.totals.map(({ zone, zone_name }) => [zone, zone_name]));
  return (
    <Card title={TITLE}>
      {calls.items.length === 0 ? (
        <Empty icon="phone" title="В этом месяце звонков не было" action={all}>
          Звонки прежних месяцев — в&nbsp;полном списке.
        </Empty>
      ) : (
        <>
          <CallRows calls={calls.items} zones={zones} hasMore={calls.next !== null} />
          <div className={styles.more}>
            <ButtonRow>{all}</ButtonRow>
          </div>
        </>
      )}
    </Card>
  );
}
