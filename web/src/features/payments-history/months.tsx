import { useState, type ComponentProps } from 'react';
import type { contract } from '#api/contract.ts';
import { usePages } from '#api/use-pages.ts';
import { now } from '#lib/clock.ts';
import { counted, dayOf, dayText, magnitude, monthText, negative } from '#lib/format.ts';
import { More } from '#parts/more.tsx';
import { Button, ButtonRow, LinkButton } from '#ui/button.tsx';
import { Empty, ErrorBlock } from '#ui/callout.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { VisuallyHidden } from '#ui/hidden.tsx';
import { Money } from '#ui/money.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import styles from './history.module.css';
import { totalsOf, type Month } from './totals.ts';

const A_YEAR = 12;
/** Half of them are shown first: the lists below matter more. */
const AT_FIRST = 6;

interface MonthsProps {
  call: typeof contract.internetAccount.statTotal;
  account: string;
}

/** The account month by month: what was there, what came, what was charged, what is left. */
export function Months({ call, account }: MonthsProps) {
  const pages = usePages(call, A_YEAR);
  if (pages.failed) {
    return (
      <ErrorBlock title="Не загрузили месяцы." onRetry={pages.again}>
        Деньги на месте, не пришла только история.
      </ErrorBlock>
    );
  }
  if (!pages.items) {
    return (
      <Card title="По месяцам">
        <SkeletonRows label="Загружаем месяцы" count={6} tile={false} />
      </Card>
    );
  }
  if (pages.items.length === 0) {
    return (
      <Card title="По месяцам">
        <Empty
          icon="wallet"
          title="Движений ещё не было"
          action={<LinkButton to="/payment/i">Пополнить счёт</LinkButton>}
        >
          Здесь появятся месяцы с пополнениями и списаниями.
        </Empty>
      </Card>
    );
  }
  return (
    <Stack>
      <TotalsCard months={pages.items} />
      <MonthsCard pages={pages} months={pages.items} account={account} />
    </Stack>
  );
}

interface MonthsCardProps {
  pages: ComponentProps<typeof More>['pages'];
  months: readonly Month[];
  account: string;
}

function MonthsCard({ pages, months, account }: MonthsCardProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const hidden = isUnfolded ? 0 : Math.max(months.length - AT_FIRST, 0);
  return (
    <Card title="По месяцам">
      <MonthTable months={hidden > 0 ? months.slice(0, AT_FIRST) : months} account={account} />
      <div className={styles.more}>
        {hidden > 0 ? (
          <ButtonRow>
            <Button look="soft" size="sm" onClick={() => setUnfolded(true)}>
              Показать ещё {counted(hidden, 'месяц', 'месяца', 'месяцев')}
            </Button>
          </ButtonRow>
        ) : (
          <More pages={pages}>Показать ещё месяцы</More>
        )}
      </div>
    </Card>
  );
}

function TotalsCard({ months }: { months: readonly Month[] }) {
  const totals = totalsOf(months);
  if (!totals) return null;
  const { since, opening, paid, charged, closing } = totals;
  const figures = [
    [`Было ${dayText(since, dayOf(now()))}`, opening],
    ['Пополнено', paid],
    ['Списано', magnitude(charged)],
    ['Сейчас', closing],
  ] as const;
  return (
    <Card title={`За ${counted(months.length, 'месяц', 'месяца', 'месяцев')}`}>
      <dl className={styles.totals}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Money value={value} size="md" />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A table on a wide screen; on a phone each month is a small card of labels and values. */
function MonthTable({ months, account }: { months: readonly Month[]; account: string }) {
  const today = dayOf(now());
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>Движение денег по месяцам, счёт «{account}»</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Месяц</th>
          <th scope="col">Было</th>
          <th scope="col">Пополнено</th>
          <th scope="col">Списано</th>
          <th scope="col">Стало</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ period, opening, paid, charged, closing }) => (
          <tr key={period}>
            <th scope="row">{capital(monthText(period, today))}</th>
            <td className={styles.was} data-label="Было">
              <Money value={opening} />
            </td>
            <td data-label="Пополнено">
              <Money value={paid} signed />
            </td>
            <td data-label="Списано">
              <Money value={charged === '0.00' ? charged : negative(charged)} />
            </td>
            <td className={styles.closing} data-label="Стало">
              <Money value={closing} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
