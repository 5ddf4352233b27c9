import { dayText, rubles, keepTogether } from '#web/lib/text/format.ts';
import { isDebt } from '#web/shared/money/account-sums.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { debtStory } from './debt-story.ts';
import styles from './debt-lines.module.css';
import { useCharges, useExpectedPrice, usePayments } from '../home-data.ts';

const exact = (amount: string): string => rubles(amount, { kopecks: 'always' });

interface StoryProps {
  balance: string;
  ready: boolean;
  today: string;
}

/** Why services were switched off, as a sum: how the balance went below zero, or which charge it does not cover. */
export const DebtLines = (props: StoryProps) =>
  isDebt(props.balance) ? <Owed {...props} /> : <Lacking ready={props.ready} />;

/** Shows nothing when the movements failed to load: the way out does not need them. */
function Owed({ balance, ready, today }: StoryProps) {
  const { data: charges } = useCharges(ready);
  const { data: payments } = usePayments(ready);
  const story = charges && payments && debtStory(balance, charges, payments);
  if (!story) return null;
  return (
    <div className={styles.story}>
      <h3>
        <VisuallyHidden>Как получился долг</VisuallyHidden>
      </h3>
      <dl className={styles.lines}>
        {story.before !== undefined && (
          <div>
            <dt>Было на счёте</dt>
            <dd>{exact(story.before)}</dd>
          </div>
        )}
        {story.lines.map(({ id, text, amount }) => (
          <div key={id}>
            <dt>{keepTogether(text)}</dt>
            <dd>{exact(amount)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{`Стало ${dayText(story.day, today)}`}</dt>
          <dd>{exact(balance)}</dd>
        </div>
      </dl>
      <Calm />
    </div>
  );
}

/** The balance does not cover the due charges: shows the same parts as the payment. */
function Lacking({ ready }: Pick<StoryProps, 'ready'>) {
  const { data: price } = useExpectedPrice(ready);
  if (!price) return null;
  return (
    <div className={styles.story}>
      <h3>
        <VisuallyHidden>Чего не хватает</VisuallyHidden>
      </h3>
      <dl className={styles.lines}>
        {price.parts.map(({ text, amount }, index) => (
          <div key={index}>
            <dt>{keepTogether(text)}</dt>
            <dd>{exact(amount)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Нужно заплатить</dt>
          <dd>{exact(price.amount)}</dd>
        </div>
      </dl>
      <Calm />
    </div>
  );
}

const Calm = () => <p className={styles.calm}>Пока отключено, новых списаний нет.</p>;
