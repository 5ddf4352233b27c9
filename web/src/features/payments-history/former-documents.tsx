import { contract } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { useCall } from '#web/api/use-call.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import styles from './history.module.css';

/** Documents of the billing before ours, each opened where it lies; nothing without them. */
export function FormerDocuments() {
  const { data } = useCall(contract.document.former, {});
  if (!data || data.documents.length === 0) return null;
  const today = dayOf(now());
  return (
    <section aria-label="Прежние документы">
      <h3 className={styles.heading}>Прежние документы</h3>
      <ul>
        {data.documents.map(({ title, day, url }) => (
          <li key={url + title}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
            {` от\u00a0${dayText(day, today)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
