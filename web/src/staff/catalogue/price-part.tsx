import { useState } from 'react';
import { typedRubles, toWireMoney } from '@kabinet/contract/kernel/money';
import { addDays, addMonths, type Day } from '@kabinet/contract/kernel/day';
import { dayText, days } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { MoneyField } from '#web/ui/field/field.tsx';
import { useMay } from '../api/me.ts';
import type { ShownItem } from './catalogue.texts.ts';
import styles from './catalogue.module.css';
import { Forecast, type WantedPrice } from './forecast.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

interface PricePartProps {
  item: ShownItem;
  today: string;
}

/** A new price from a day: what would be, then the button. While one is planned, it can be taken back. */
export function PricePart({ item, today }: PricePartProps) {
  const mayForesee = useMay('prices preview');
  const mayWithdraw = useMay('prices withdraw');
  const [isWithdrawing, setWithdrawing] = useState(false);
  const coming = item.prices.find(({ state }) => state === 'planned');
  if (coming?.from && coming.price_change_id !== null) {
    return (
      <>
        <p className={styles.note}>
          Назначено: {coming.by}.{' '}
          {coming.is_told ? 'Все, кого касается, предупреждены.' : 'Предупреждаем тех, кого касается.'} До{' '}
          {dayText(coming.from, today)} можно отозвать.
        </p>
        {mayWithdraw && (
          <Button look="cut" size="sm" onClick={() => setWithdrawing(true)}>
            Отозвать цену…
          </Button>
        )}
        {isWithdrawing && (
          <WithdrawDialog
            item={item}
            id={coming.price_change_id}
            price={coming.price}
            onClose={() => setWithdrawing(false)}
          />
        )}
      </>
    );
  }
  return mayForesee ? <PriceForm item={item} today={today} /> : null;
}

function PriceForm({ item, today }: PricePartProps) {
  const [text, setText] = useState('');
  const [from, setFrom] = useState('');
  const [wanted, setWanted] = useState<WantedPrice>();
  const [isJudged, setJudged] = useState(false);
  const sum = typedRubles(text);
  const { kind, id, notice_days: notice } = item;
  const day = today as Day;
  const latest = addMonths(day, 12);
  const foresee = (): void => {
    setJudged(true);
    if (sum === undefined || from === '') return;
    setWanted({ kind, id: String(id), from, price: toWireMoney(sum) });
  };
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          foresee();
        }}
      >
        <MoneyField
          label="Новая цена"
          value={text}
          error={isJudged && sum === undefined ? 'Напишите цену' : undefined}
          onChange={(typed) => {
            setText(typed);
            setWanted(undefined);
          }}
        />
        <DateField
          label="С какого дня"
          today={today}
          min={addDays(day, 1)}
          max={latest}
          value={from}
          error={isJudged && from === '' ? 'Выберите день' : undefined}
          onChange={(chosen) => {
            setFrom(chosen);
            setWanted(undefined);
          }}
        />
        <Button type="submit" look={wanted ? 'line' : 'solid'}>
          Что будет
        </Button>
      </form>
      <p className={styles.note}>
        О&nbsp;повышении предупреждают не&nbsp;позже чем за&nbsp;{days(notice)}: сегодня можно назначить с&nbsp;
        {dayText(addDays(day, notice), today)}. У&nbsp;каждого новая цена со&nbsp;дня списания.
      </p>
      {wanted && (
        <Forecast key={JSON.stringify(wanted)} item={item} wanted={wanted} onDone={() => setWanted(undefined)} />
      )}
    </>
  );
}
