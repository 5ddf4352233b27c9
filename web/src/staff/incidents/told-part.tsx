import { KeyValues } from '#web/ui/text/rows.tsx';
import { contractsHit, type IncidentHit } from './incidents.texts.ts';
import styles from './incidents.module.css';

interface ToldPartProps {
  told: { readonly title: string; readonly paragraphs: readonly string[] };
  hit: IncidentHit;
}

/** Whom an incident hits, and the message as they read it. */
export const ToldPart = ({ told, hit }: ToldPartProps) => (
  <>
    <KeyValues
      list={[
        ['Задеты', contractsHit(hit.contracts)],
        ['Из них с интернетом', String(hit.with_internet)],
        ['Сейчас без сеанса', `${hit.without_session} из ${hit.with_internet}`],
      ]}
    />
    <blockquote className={styles.told}>
      <b>{told.title}</b>
      {told.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </blockquote>
    <p className={styles.muted}>Так это прочитают в&nbsp;кабинете, сразу после публикации.</p>
  </>
);
