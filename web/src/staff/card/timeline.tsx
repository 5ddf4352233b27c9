import { useState } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf, dayText, phone, rubles, timeText } from '#web/lib/text/format.ts';
import { groupBy } from '#web/lib/text/group-by.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { Icon, type IconName } from '#web/ui/icon/icon.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswerPages } from '../api/use-call.ts';
import { Part } from '../look/plane.tsx';
import { MoneyLineDialog, type MoneyLine } from './money-line-dialog.tsx';
import styles from './timeline.module.css';

type Item = Wire<typeof contract.timeline.read>['items'][number];
type Kind = Item['kind'];

const ICONS: Record<Kind, IconName> = {
  payment: 'arrow-down-left',
  charge: 'arrow-up-right',
  change: 'arrow-left-right',
  session: 'globe',
  message: 'mail',
  order: 'wrench',
  call: 'phone',
  note: 'info',
  look: 'eye',
};

const FILTERS = {
  all: 'Всё',
  'payment,charge': 'Деньги',
  session: 'Сеть',
  'order,message,call': 'Разговоры',
  change: 'Изменения',
  note: 'Заметки',
  look: 'Взгляды',
} as const;
type Filter = keyof typeof FILTERS;
const OPTIONS = Object.entries(FILTERS).map(([value, text]) => ({ value: value as Filter, text }));

/** Everything that has happened to a contract, newest first. */
export function Timeline({ contractId, today }: { contractId: number; today: string }) {
  const [kind, setKind] = useState<Filter>('all');
  const [until, setUntil] = useState('');
  const [opened, setOpened] = useState<MoneyLine>();
  const list = useAnswerPages(contract.timeline.read, {
    contract_id: String(contractId),
    ...(kind !== 'all' && { kind }),
    ...(until !== '' && { until }),
  });
  return (
    <Part title="Лента" scrolls>
      <div className={styles.tools}>
        <Chips label="Что показать" options={OPTIONS} value={kind} onChange={setKind} />
        <DateField label="С этого дня и раньше" value={until} today={today} max={today} onChange={setUntil} />
      </div>
      <Loaded
        alone
        answer={list}
        failed="Лента не загрузилась."
        skeleton={<SkeletonRows label="Загружаем ленту" count={6} tile={false} />}
      >
        {(items) => <Days items={items} today={today} isFormer={list.isFormer} onOpen={setOpened} />}
      </Loaded>
      {list.hasMore && (
        <Button look="plain" wide busy={list.isLoadingMore} onClick={list.more}>
          Показать раньше
        </Button>
      )}
      {opened && <MoneyLineDialog contractId={contractId} line={opened} onClose={() => setOpened(undefined)} />}
    </Part>
  );
}

interface DaysProps {
  items: readonly Item[];
  today: string;
  /** They belong to the former question: the next answer is under way. */
  isFormer: boolean;
  /** A line of money tells what it was made of. */
  onOpen: (line: MoneyLine) => void;
}

function Days({ items, today, isFormer, onOpen }: DaysProps) {
  if (items.length === 0) return <p className={styles.none}>Ничего такого не было.</p>;
  return (
    <div className={cx(isFormer && styles.former)} aria-busy={isFormer}>
      {[...groupBy(items, ({ at }) => dayOf(at))].map(([day, own]) => (
        <section key={day}>
          <h3 className={styles.day}>{day === today ? 'Сегодня' : dayText(day, today)}</h3>
          <ul>
            {own.map((item) => (
              <Happened key={`${item.kind}${item.id}${item.at}`} item={item} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** What is known besides; of a call both numbers. */
const detailsOf = ({ detail, other_number: other, own_number: own }: Item): (string | null)[] => [
  detail,
  own === null ? null : `номер ${phone(own)}`,
  other === null ? null : phone(other),
];

interface HappenedProps {
  item: Item;
  onOpen: (line: MoneyLine) => void;
}

function Happened({ item, onOpen }: HappenedProps) {
  const { kind, at, text, who, amount, movement } = item;
  const subs = [...detailsOf(item), who].filter((one) => typeof one === 'string' && one !== '');
  return (
    <li className={cx(styles.item, kind === 'payment' && styles.in)}>
      <time dateTime={at}>{timeText(at)}</time>
      <Icon name={ICONS[kind]} size="xs" />
      <div>
        {movement ? <TextButton onClick={() => onOpen(movement)}>{text}</TextButton> : text}
        {subs.length > 0 && <span className={styles.sub}>{subs.join(' · ')}</span>}
      </div>
      {amount !== null && amount !== '0.00' && (
        <span className={styles.amount}>{rubles(amount, { signed: kind === 'payment' })}</span>
      )}
    </li>
  );
}
