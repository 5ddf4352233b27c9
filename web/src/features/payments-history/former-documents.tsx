import { useState } from 'react';
import { contract } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { useCall } from '#web/api/use-call.ts';
import { dayOf, dayText } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Line, Rows } from '#web/ui/text/rows.tsx';
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
    <section aria-label="Прежние документы" className={styles.former}>
      <h3>Прежние документы</h3>
      <Rows>
        {shown.map(({ title, day, url }) => (
          <Line
            key={url + title}
            title={
              <a href={url} target="_blank" rel="noopener noreferrer">
                {title}
              </a>
            }
            note={dayText(day, today)}
          />
        ))}
      </Rows>
      {data.documents.length > FIRST && (
        <Button
          look="plain"
          size="sm"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          icon={all ? 'chevron-up' : 'chevron-down'}
        >
          {all ? 'Свернуть' : `Показать все\u00a0${data.documents.length}`}
        </Button>
      )}
    </section>
  );
}
