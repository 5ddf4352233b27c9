import { contractNo } from '#web/lib/text/contract-no.ts';
import { Link } from '#web/lib/page/router.tsx';
import { rubles } from '#web/lib/text/format.ts';
import { State } from '#web/ui/card/state.tsx';
import { Checkbox } from '#web/ui/field/field.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { useMay } from '../api/me.ts';
import styles from './debtors.module.css';
import type { Debtor } from './debtors-data.ts';
import { debtorWords } from './debtors.texts.ts';

interface DebtorListProps {
  debtors: readonly Debtor[];
  today: string;
  /** Whom to remind; undefined: nobody is chosen here. */
  chosen: ReadonlySet<number> | undefined;
  onChosen: (chosen: ReadonlySet<number>) => void;
}

export function DebtorList({ debtors, today, chosen, onChosen }: DebtorListProps) {
  const mayOpen = useMay('card');
  const isAll = chosen !== undefined && debtors.every(({ contract_id: id }) => chosen.has(id));
  const toggle = (id: number): void => {
    if (!chosen) return;
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return (
    <>
      {chosen && (
        <Checkbox
          checked={isAll}
          onChange={() => onChosen(new Set(isAll ? [] : debtors.map(({ contract_id: id }) => id)))}
        >
          Все показанные
        </Checkbox>
      )}
      <ul className={styles.list}>
        {debtors.map((debtor) => (
          <li key={debtor.contract_id}>
            {chosen && (
              <Checkbox checked={chosen.has(debtor.contract_id)} onChange={() => toggle(debtor.contract_id)}>
                <VisuallyHidden>Отметить: {debtor.name}</VisuallyHidden>
              </Checkbox>
            )}
            <span>
              <b>{mayOpen ? <Link to={`/contracts/${debtor.contract_id}`}>{debtor.name}</Link> : debtor.name}</b>
              <span className={styles.sub}>
                {contractNo(debtor)}, {debtor.address}
              </span>
              <span className={styles.sub}>{debtorWords(debtor, today)}</span>
            </span>
            <span className={styles.end}>
              <b>{rubles(debtor.sum, { kopecks: 'always' })}</b>
              <DebtorState debtor={debtor} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function DebtorState({ debtor: { state, off_since, promised_until } }: { debtor: Debtor }) {
  if (state === 'closed') return <State tone="off">Расторгнут</State>;
  if (promised_until !== null)
    return (
      <State tone="wait" quiet>
        Обещал
      </State>
    );
  if (off_since === null)
    return (
      <State tone="ok" quiet>
        Работает
      </State>
    );
  return (
    <State tone="bad" quiet>
      Отключён
    </State>
  );
}
