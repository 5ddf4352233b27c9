import { useState } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { Field } from '#web/ui/field/field.tsx';
import plane from '../look/plane.module.css';
import { hitKey } from '../search/hit-key.ts';
import { useSearch } from '../search/use-search.ts';
import styles from './inbox.module.css';

const MOST_HITS = 6;

/** The account to which money goes, as somebody has chosen it. */
export interface ChosenAccount {
  readonly account_no: string;
  readonly name: string;
}

/** Looks for a payer by anything; each of his accounts is a choice. */
export function AccountChoice({ onChosen }: { onChosen: (account: ChosenAccount) => void }) {
  const [text, setText] = useState('');
  const { q, groups, error } = useSearch(text);
  const hits = (groups ?? []).flatMap(({ group, items }) => items.map((item) => ({ key: hitKey(group, item), item })));
  return (
    <div>
      <Field
        label="Найти договор"
        type="search"
        autoComplete="off"
        value={text}
        hint="Имя, адрес, телефон, номер счёта"
        error={error ? error.message : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      {groups && hits.length === 0 && <p className={styles.note}>По «{q}» никого нет.</p>}
      <ul className={styles.hits}>
        {hits.slice(0, MOST_HITS).flatMap(({ key, item }) =>
          item.accounts.map(({ account_no: no, kind, balance }) => (
            <li key={`${key} ${no}`}>
              <button
                type="button"
                className={styles.cause}
                onClick={() => {
                  onChosen({ account_no: no, name: item.name });
                  setText('');
                }}
              >
                <span>
                  <b>{item.name}</b>
                  <span className={plane.sub}>
                    {item.address}, {ACCOUNT_NAMES[kind]} {no}
                  </span>
                </span>
                <span className={styles.end}>{rubles(balance)}</span>
              </button>
            </li>
          )),
        )}
      </ul>
    </div>
  );
}
