import { dayText, rubles, tied } from '#lib/format.ts';
import { VisuallyHidden } from '#ui/hidden.tsx';
import { debtStory } from './debt-story.ts';
import styles from './debt-lines.module.css';
import { useCharges, usePayments } from './home-data.ts';

const exact = (amount: string): string => rubles(amount, { kopecks: 'always' });

/** How the debt came about, as an addition. Nothing where the movements did not come: the way out does not need them. */
export function DebtStory({ balance, ready, today }: { balance: string; ready: boolean; today: string }) {
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
            <dt>{tied(text)}</dt>
            <dd>{exact(amount)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{`Стало ${dayText(story.day, today)}`}</dt>
          <dd>{exact(balance)}</dd>
        </div>
      </dl>
      <p className={styles.calm}>Пока отключено, новых списаний нет.</p>
    </div>
  );
}
