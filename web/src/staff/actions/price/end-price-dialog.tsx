import { useState } from 'react';
import { dayText, keepTogether, rubles } from '#web/lib/text/format.ts';
import { DateField } from '#web/ui/field/date-field.tsx';
import { contract, type Wire } from '../../api/contract.ts';
import { MoneyChangeDialog } from '../money-change-dialog.tsx';

export type GivenPrice = Wire<typeof contract.individualPrices.list>['things'][number]['individual'][number];

/** «Скидка 20 % с 1 декабря по 28 февраля» */
export function givenLine({ percent, own_price, from, last_day }: GivenPrice, today: string): string {
  const terms = own_price === null ? `Скидка ${percent ?? 0} %` : `Своя цена ${rubles(own_price)}`;
  const until = last_day === null ? 'без срока' : `по ${dayText(last_day, today)}`;
  return keepTogether(`${terms} с ${dayText(from, today)} ${until}`);
}

interface EndPriceDialogProps {
  given: GivenPrice;
  /** Of what it is the price. */
  name: string;
  today: string;
  onClose: () => void;
}

/** A discount ends before its day, but not before what is charged. */
export function EndPriceDialog({ given, name, today, onClose }: EndPriceDialogProps) {
  const [lastDay, setLastDay] = useState(today);
  return (
    <MoneyChangeDialog
      call={contract.individualPrices.end}
      words="service price-end"
      title={`Закончить раньше: ${name}?`}
      verb="Закончить"
      back="Оставить"
      body={lastDay === '' ? undefined : { individual_price_id: String(given.individual_price_id), last_day: lastDay }}
      reasonHint="Прочитают сотрудники: «Дали по ошибке»"
      done="Абоненту написали об этом"
      told={(told) => [
        ['Сейчас', givenLine(given, today)],
        ['Последний день', told.last_day === null ? 'сегодня' : dayText(told.last_day, today)],
        ...(told.charge_next
          ? [
              [
                'Ближайшее списание',
                `${dayText(told.charge_next.day, today)}, ${rubles(told.charge_next.amount)}`,
              ] as const,
            ]
          : []),
      ]}
      onClose={onClose}
    >
      <DateField label="Последний день" today={today} min={today} value={lastDay} onChange={setLastDay} />
    </MoneyChangeDialog>
  );
}
