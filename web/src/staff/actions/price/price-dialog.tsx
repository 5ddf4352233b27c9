import { useState } from 'react';
import { typedRubles } from '@kabinet/contract/kernel/money';
import { dayText, keepTogether, rubles } from '#web/lib/text/format.ts';
import { priceText } from '#web/shared/money/price.texts.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { DateField } from '#web/ui/field/date-field.tsx';
import { Field, Select } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../../api/contract.ts';
import { useMay } from '../../api/me.ts';
import { useAnswer } from '../../api/use-call.ts';
import { EndPriceDialog, givenLine, type GivenPrice } from './end-price-dialog.tsx';
import { MoneyChangeDialog } from '../money-change-dialog.tsx';
import styles from '../actions.module.css';

type Thing = Wire<typeof contract.individualPrices.list>['things'][number];
type Told = Wire<typeof contract.individualPrices.give>;

/** Whose prices are shown: of a service, or of a number. */
export interface PriceOf {
  readonly user_id?: number;
  readonly phone_number?: string;
}

interface PriceDialogProps {
  contractId: number;
  name: string;
  of: PriceOf;
  today: string;
  onClose: () => void;
}

/** What the service and the contract pay for; then a discount or a price for some days, and what it does. */
export function PriceDialog({ contractId, name, of, today, onClose }: PriceDialogProps) {
  const list = useAnswer(contract.individualPrices.list, { query: { contract_id: String(contractId) } });
  const [ending, setEnding] = useState<{ thing: Thing; given: GivenPrice }>();
  if (ending) return <EndPriceDialog {...ending} name={ending.thing.name} today={today} onClose={onClose} />;
  const title = `Скидка или своя цена: ${name}`;
  if (list.data) {
    const things = list.data.things.filter(isOf(of));
    return <Give {...{ contractId, title, things, today, onClose }} onEnd={setEnding} />;
  }
  return (
    <Dialog open onClose={onClose} title={keepTogether(title)}>
      <Loaded
        alone
        answer={list}
        failed="Цены не загрузились."
        skeleton={<SkeletonRows label="Загружаем цены" count={4} tile={false} />}
      >
        {() => null}
      </Loaded>
    </Dialog>
  );
}

/** Programs of the contract belong to each service of it. */
const isOf =
  ({ user_id, phone_number }: PriceOf) =>
  (thing: Thing): boolean =>
    phone_number === undefined
      ? thing.phone_number === null && (thing.user_id === null || thing.user_id === user_id)
      : thing.phone_number === phone_number;

interface GiveProps {
  contractId: number;
  title: string;
  things: readonly Thing[];
  today: string;
  onEnd: (ending: { thing: Thing; given: GivenPrice }) => void;
  onClose: () => void;
}

type Way = 'percent' | 'price';

const isFit = (way: Way, value: string): boolean =>
  way === 'percent' ? /^(?:100|[1-9]\d?)$/.test(value) : (typedRubles(value) ?? 0) > 0;

/** An empty day is the first one, today, or the last one, never. */
const daysOf = (from: string, lastDay: string): Record<string, string> => ({
  ...(from !== '' && { from }),
  ...(lastDay !== '' && { last_day: lastDay }),
});

function Give({ contractId, title, things, today, onEnd, onClose }: GiveProps) {
  const [index, setIndex] = useState(0);
  const [way, setWay] = useState<Way>('percent');
  const [value, setValue] = useState('');
  const [from, setFrom] = useState(today);
  const [lastDay, setLastDay] = useState('');
  const thing = things[index];
  if (!thing) return <NothingPaid title={title} onClose={onClose} />;
  const asked = isFit(way, value)
    ? { contract_id: String(contractId), ...keyOf(thing), [way]: value, ...daysOf(from, lastDay) }
    : undefined;
  return (
    <MoneyChangeDialog
      call={contract.individualPrices.give}
      words="service price"
      title={title}
      verb={way === 'percent' ? 'Дать скидку' : 'Дать цену'}
      back="Не давать"
      body={asked}
      reasonHint="Прочитают сотрудники: «За долгий ремонт в ноябре»"
      done="Абоненту написали об этом"
      told={(told) => consequences(told, today)}
      onClose={onClose}
    >
      <Select label="На что" value={index} onChange={({ target }) => setIndex(Number(target.value))}>
        {things.map((one, at) => (
          <option key={one.name} value={at}>
            {one.name}, {priceText({ price: one.full, unit: one.unit })}
          </option>
        ))}
      </Select>
      <GivenList thing={thing} today={today} onEnd={(given) => onEnd({ thing, given })} />
      <Chips
        label="Как"
        value={way}
        onChange={setWay}
        options={[
          { value: 'percent', text: 'Скидка в процентах' },
          { value: 'price', text: 'Своя цена' },
        ]}
      />
      <Field
        label={way === 'percent' ? 'Сколько процентов' : `Цена ${thing.unit === 'day' ? 'дня' : 'месяца'}, рублей`}
        value={value}
        inputMode="decimal"
        autoComplete="off"
        hint={way === 'percent' ? 'Останется и на другом тарифе' : 'Только для этого тарифа: с ним и закончится'}
        onChange={({ target }) => setValue(target.value.trim())}
      />
      <div className={styles.days}>
        <DateField label="С какого дня" today={today} min={today} value={from} onChange={setFrom} />
        <DateField
          label="По какой день"
          today={today}
          min={from === '' ? today : from}
          value={lastDay}
          hint="Пусто — без срока, с согласия второго человека"
          onChange={setLastDay}
        />
      </div>
    </MoneyChangeDialog>
  );
}

const NothingPaid = ({ title, onClose }: Pick<GiveProps, 'title' | 'onClose'>) => (
  <Dialog open onClose={onClose} title={keepTogether(title)}>
    <p>За это ничего не платят: скидку давать не на что.</p>
  </Dialog>
);

function GivenList({ thing, today, onEnd }: { thing: Thing; today: string; onEnd: (given: GivenPrice) => void }) {
  const mayEnd = useMay('service price-end');
  if (thing.individual.length === 0) return null;
  return (
    <ul className={styles.given} aria-label="Уже дали">
      {thing.individual.map((given) => (
        <li key={given.individual_price_id}>
          <span>
            {givenLine(given, today)}. {given.reason}
          </span>
          {mayEnd && (
            <Button look="plain" size="sm" onClick={() => onEnd(given)}>
              Закончить
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The words of the request that name it. */
const keyOf = ({ user_id, phone_number, option_id, program_id }: Thing): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ user_id, phone_number, option_id, program_id }).flatMap(([key, id]) =>
      id === null ? [] : [[key, String(id)]],
    ),
  );

/** To be read aloud: what is paid, from which charge until when, and afterwards. */
function consequences(told: Told, today: string): [string, string][] {
  const until = told.last_day === null ? 'без срока' : `по ${dayText(told.last_day, today)}`;
  const costs = priceText({ price: told.costs, unit: told.unit });
  return [
    ['Обычная цена', priceText({ price: told.full, unit: told.unit })],
    ['Будет', keepTogether(`${costs} с ${dayText(told.from, today)} ${until}`)],
    ...(told.charge_next
      ? [
          ['Ближайшее списание', `${dayText(told.charge_next.day, today)}, ${rubles(told.charge_next.amount)}`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(told.notes.length > 0 ? [['Знайте', told.notes.join('. ')] as [string, string]] : []),
  ];
}
