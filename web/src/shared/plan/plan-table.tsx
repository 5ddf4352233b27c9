import { DiscountedPrice } from '#web/shared/money/discounted-price.tsx';
import { discountText } from '#web/shared/money/discount.texts.ts';
import { dayText, rubles, keepTogether } from '#web/lib/text/format.ts';
import { cx } from '#web/lib/text/cx.ts';
import { newPriceLines, priceText } from '#web/shared/money/price.texts.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { State } from '#web/ui/card/state.tsx';
import { differenceText } from './plan.texts.ts';
import styles from './plan.module.css';
import type { PlanOptions } from './use-options.ts';
import type { PlanOffer } from './use-plan.ts';

interface PlanTableProps {
  options: PlanOptions;
  today: string;
  onChoose: (offer: PlanOffer) => void;
  onGiveBack: () => void;
}

/** All plans side by side; on a phone each is a card. Forbidden plans are shown with the reason. */
export function PlanTable({ options, today, onChoose, onGiveBack }: PlanTableProps) {
  const bar = commonBar(options);
  return (
    <Card title="Все тарифы">
      {bar !== undefined && (
        <div className={styles.bar}>
          <Callout tone="wait" icon="lock" title="Сейчас тариф не сменить.">
            {keepTogether(`${bar}.`)}
          </Callout>
        </div>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Тариф</th>
            <th scope="col">Что даёт</th>
            <th scope="col">Цена</th>
            <th scope="col">Разница за месяц</th>
            <th scope="col">
              <VisuallyHidden>Что можно сделать</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {options.plans.map((offer) => (
            <tr key={offer.plan_id} className={cx(offer.control.status === 'on' && styles.present)}>
              <th scope="row">{keepTogether(offer.name)}</th>
              <td>{keepTogether(offer.summary)}</td>
              <td className={styles.price}>
                {offer.discount ? <DiscountedPrice {...offer} discount={offer.discount} /> : priceText(offer)}
                {offer.discount && <small>{discountText(offer.discount, today)}</small>}
                {offer.new_price && <NewPrice lines={newPriceLines(offer.new_price, offer.unit)} />}
                {offer.unit === 'day' && <small>{`${rubles(offer.monthly)} за\u00a030\u00a0дней`}</small>}
              </td>
              <td className={styles.difference}>
                {offer.control.status === 'on' ? '' : differenceText(offer.difference)}
              </td>
              <td className={styles.choose}>
                <Way
                  offer={offer}
                  isFormer={offer.plan_id === options.undo?.plan.plan_id}
                  isBarred={bar !== undefined}
                  today={today}
                  onChoose={onChoose}
                  onGiveBack={onGiveBack}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Two lines as narrow as the price: one longer line would leave too little room for the name. */
const NewPrice = ({ lines: [from, price] }: { lines: readonly [string, string] }) => (
  <>
    <small>{from}</small> <small>{price}</small>
  </>
);

/** The reason that forbids every plan, if it is the same; then it is shown once. */
function commonBar({ plans }: PlanOptions): string | undefined {
  const locked = plans.filter(({ control }) => control.status === 'locked');
  const others = plans.filter(({ control }) => control.status === 'off');
  const reasons = new Set(locked.map(({ control }) => control.text));
  return others.length === 0 && reasons.size === 1 ? [...reasons][0] : undefined;
}

interface WayProps extends Pick<PlanTableProps, 'today' | 'onChoose' | 'onGiveBack'> {
  offer: PlanOffer;
  isFormer: boolean;
  isBarred: boolean;
}

function Way({ offer, isFormer, isBarred, today, onChoose, onGiveBack }: WayProps) {
  const { status, text, possible_from } = offer.control;
  if (status === 'on') {
    return (
      <State tone="ok" quiet>
        Ваш тариф
      </State>
    );
  }
  if (isFormer) return <Choose text="Вернуть" name={offer.name} onClick={onGiveBack} />;
  if (status === 'locked') {
    if (isBarred) {
      return (
        <State tone="off" icon="lock">
          {possible_from === null ? 'Недоступен' : `С\u00a0${dayText(possible_from, today)}`}
        </State>
      );
    }
    return <span className={styles.reason}>{keepTogether(text)}</span>;
  }
  if (status === 'on_pending') {
    return (
      <>
        <State tone="info" icon="calendar-clock">
          {keepTogether(text)}
        </State>
        <Choose text="Сейчас" name={offer.name} onClick={() => onChoose(offer)} />
      </>
    );
  }
  return <Choose text="Выбрать" name={offer.name} onClick={() => onChoose(offer)} />;
}

function Choose({ text, name, onClick }: { text: string; name: string; onClick: () => void }) {
  return (
    <Button look="line" size="sm" aria-label={`${text}: «${name}»`} onClick={onClick}>
      {text}
    </Button>
  );
}
