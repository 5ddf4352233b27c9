import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { useCall } from '#web/api/use-call.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import styles from './history.module.css';

/** How many are shown before «Показать все»: the button of the dialog stays near. */
const FIRST = 5;

/** Documents of the billing before ours, each opened where it lies; nothing without them. */
export function FormerDocuments() {
  const { data } = useCall(contract.document.former, {});
  const [all, setAll] = useState(false);
  if (!data || data.documents.length === 0) return null;
  const today = dayOf(now());
  const shown = all ? data.documents : data.documents.slice(0, FIRST);
  return (
    <section aria-label="Прежние документы">
      <h3 className={styles.heading}>Прежние документы</h3>
      <ul>
        {shown.map(({ title, day, url }) => (
          <li key={url + title}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
            {` от\u00a0${dayText(day, today)}`}
          </li>
        ))}
      </ul>
      {data.documents.length > FIRST && (
        <TextButton aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Свернуть' : `Показать все\u00a0${data.documents.length}`}
        </TextButton>
      )}
    </section>
  );
}
