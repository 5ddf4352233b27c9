import { useId, type ReactNode } from 'react';
import { keepTogether, rubles } from '#web/lib/text/format.ts';
import { groupBy } from '#web/lib/text/group-by.ts';
import { isZero, sumOf, toKopecks, fromKopecks } from '#web/shared/money/account-sums.ts';
import { Card } from '#web/ui/card/card.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { State } from '#web/ui/card/state.tsx';
import styles from './switch-cards.module.css';
import { SwitchRow, type SwitchRowProps } from './switch-row.tsx';
import { isOn } from './switch.texts.ts';

/** An option or a program in its row. */
export interface SwitchItem extends Omit<SwitchRowProps, 'isFresh' | 'mark'> {
  /** Unique on the page. */
  id: string;
  /** Its heading among what can be connected. */
  group: string;
  /** Wire money: per month, or per day if the service is charged by the day. */
  price: string;
  unit: 'month' | 'day';
  /** It belongs to the whole contract, not to this service. */
  ofContract?: boolean;
  /** Below the row: undo without loss, missing money. */
  note?: string | undefined;
}

const units = { month: 'в\u00a0месяц', day: 'в\u00a0день' } as const;

/** «700 ₽ в месяц», «49 ₽ в день и 150 ₽ в месяц»: the sum of exactly these rows. */
function sumText(list: readonly Pick<SwitchItem, 'price' | 'unit'>[]): string {
  const sums = (['day', 'month'] as const).flatMap((unit) => {
    const prices = list.filter((one) => one.unit === unit && !isZero(one.price)).map(({ price }) => price);
    return prices.length === 0 ? [] : [`${rubles(sumOf(prices))} ${units[unit]}`];
  });
  return sums.length === 0 ? 'Бесплатно' : sums.join(' и ');
}

/** Whether it is on or will be: then it is listed under «Включено». */
const isIncluded = ({ control }: SwitchItem): boolean => isOn({ control }) || control.status === 'on_pending';

/** The plan as the first of what is included. */
export type PlanLine = Pick<SwitchItem, 'name' | 'price' | 'unit' | 'cost' | 'discount'>;

interface IncludedProps {
  plan: PlanLine | undefined;
  items: readonly SwitchItem[];
  /** Whether these are all that count for the sum. */
  hasSum: boolean;
  /** The item that has just been switched. */
  fresh: string | undefined;
  /** The network has not carried out a switch yet. */
  isPending: boolean;
}

/** What the client pays for, item by item, with the total. */
export function Included({ plan, items, hasSum, fresh, isPending }: IncludedProps) {
  const { own, later, ofContract } = partsOf(items);
  const counts = [...(plan ? [plan] : []), ...own];
  if (counts.length + later.length + ofContract.length === 0) return null;
  const sum = sumText(counts);
  return (
    <Card
      title="Включено"
      aside={
        <span role="status" className={styles.aside}>
          {isPending && <State tone="info">Применяется…</State>}
          {hasSum && counts.length > 0 && <b>{sum}</b>}
        </span>
      }
    >
      {counts.length > 0 && (
        <Rows>
          {plan && (
            <SwitchRow name={plan.name} cost={plan.cost} discount={plan.discount} control={ALWAYS} mark={null} />
          )}
          {own.map((item) => (
            <ItemRow key={item.id} item={item} fresh={fresh} />
          ))}
        </Rows>
      )}
      <Part title="Включится позже" list={later} fresh={fresh} />
      <Part title="По всему договору" sum={sumText(ofContract)} list={ofContract} fresh={fresh} />
    </Card>
  );
}

function partsOf(items: readonly SwitchItem[]) {
  const on = items.filter(isOn);
  return {
    own: on.filter(({ ofContract }) => ofContract !== true),
    ofContract: on.filter(({ ofContract }) => ofContract === true),
    later: items.filter(({ control }) => control.status === 'on_pending'),
  };
}

const ALWAYS = { status: 'on', text: '', possible_from: null } as const;

interface PartProps {
  title: string;
  sum?: string | undefined;
  list: readonly SwitchItem[];
  fresh: string | undefined;
}

/** Rows under a heading of their own, with a sum of their own. */
function Part({ title, sum, list, fresh }: PartProps) {
  const id = useId();
  if (list.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className={styles.part}>
      <p id={id}>
        <span>{title}</span>
        {sum !== undefined && <span>{sum}</span>}
      </p>
      <Rows>
        {list.map((item) => (
          <ItemRow key={item.id} item={item} fresh={fresh} />
        ))}
      </Rows>
    </div>
  );
}

interface ConnectableProps {
  items: readonly SwitchItem[];
  fresh: string | undefined;
  /** Above the groups: what is different in debt. */
  children?: ReactNode;
}

/** What can be connected, folded by group; one group alone stands open. */
export function Connectable({ items, fresh, children }: ConnectableProps) {
  const groups = [
    ...groupBy(
      items.filter((item) => !isIncluded(item)),
      ({ group }) => group,
    ),
  ];
  if (groups.length === 0) return null;
  return (
    <Card title="Можно подключить">
      {children}
      <div className={styles.groups}>
        {groups.map(([name, list]) => (
          <details key={name} className={styles.group} open={list.some(({ id }) => id === fresh)}>
            <summary>
              <span className={styles.names}>
                <h3>{name}</h3>
                <span>{keepTogether(list.map((item) => item.name).join(', '))}</span>
              </span>
              <span className={styles.from}>{offerText(list)}</span>
              <Icon name="chevron-down" size="sm" />
            </summary>
            <Rows>
              {list.map((item) => (
                <ItemRow key={item.id} item={item} fresh={fresh} />
              ))}
            </Rows>
          </details>
        ))}
      </div>
    </Card>
  );
}

/** «от 99 ₽». */
function offerText(list: readonly SwitchItem[]): string {
  const prices = list.map(({ price }) => toKopecks(price));
  const least = Math.min(...prices);
  const isOne = least === Math.max(...prices);
  if (least === 0) return isOne ? 'бесплатно' : 'есть бесплатные';
  return isOne ? rubles(fromKopecks(least)) : `от\u00a0${rubles(fromKopecks(least))}`;
}

/** One row; its name takes the focus when it is the one that has just been switched. */
export function ItemRow({ item, fresh }: { item: SwitchItem; fresh?: string | undefined }) {
  const { id, note, group: _group, price: _price, unit: _unit, ofContract: _whose, ...row } = item;
  return (
    <SwitchRow {...row} isFresh={id === fresh}>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </SwitchRow>
  );
}
