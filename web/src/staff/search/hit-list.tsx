import { useEffect } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { errorLoad, retry } from '#web/lib/text/texts.ts';
import { cx } from '#web/lib/text/cx.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { State } from '#web/ui/card/state.tsx';
import { StaffIcon } from '../look/staff-icon.tsx';
import { useRecent } from '../lib/recent.ts';
import { contractLook, hitText, groupIcon, groupTitle } from './hit.texts.ts';
import { Marked } from './marked.tsx';
import styles from './search.module.css';
import { hitKey } from './hit-key.ts';
import type { FoundContract, FoundGroup } from './use-search.ts';

interface HitListProps {
  /** What was asked. */
  q: string;
  groups: readonly FoundGroup[] | undefined;
  error: Error | null;
  again: () => void;
  chosen: string | undefined;
  onPoint: (key: string) => void;
  onOpen: (item: Pick<FoundContract, 'contract_id'>, inTab?: boolean) => void;
}

export const optionId = (key: string): string => `found-${key.replace(/\W+/g, '-')}`;

export function HitList({ q, groups, error, again, chosen, onPoint, onOpen }: HitListProps) {
  useEffect(() => {
    if (chosen !== undefined) document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  if (q === '') return <Recents onOpen={onOpen} />;
  if (error) {
    return (
      <div className={styles.none} role="alert">
        <p>{readable(error.message, errorLoad)}.</p>
        <TextButton onClick={again}>{retry}</TextButton>
      </div>
    );
  }
  if (!groups) return <div className={styles.list} />;
  if (groups.length === 0) {
    return (
      <div className={styles.none}>
        <p>
          По «{q}» никого нет. Проверьте номер или спросите адрес: поиск понимает «ул ленина 5 12», «8 (927) 123» и
          часть MAC.
        </p>
      </div>
    );
  }
  return (
    <div className={styles.list} role="listbox" id="found" aria-label="Найденное">
      {groups.map((group) => (
        <div key={group.group} role="group" aria-label={groupTitle(group)}>
          <p className={styles.group} aria-hidden="true">
            {groupTitle(group)}
          </p>
          {group.items.map((item) => {
            const key = hitKey(group.group, item);
            const look = contractLook(item);
            const found = hitText(item.found);
            return (
              // The field has the focus, and moves through the options by arrows.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={key}
                id={optionId(key)}
                role="option"
                aria-selected={key === chosen}
                className={cx(styles.hit, key === chosen && styles.on)}
                onMouseMove={() => key !== chosen && onPoint(key)}
                onClick={({ ctrlKey, metaKey }) => onOpen(item, ctrlKey || metaKey)}
              >
                <StaffIcon name={groupIcon(group.group)} />
                <span>
                  <b>
                    <Marked text={item.name} q={q} />
                  </b>
                  <span className={styles.sub}>
                    {item.printed_no !== null && (
                      <>
                        <Marked text={item.printed_no} q={q} />,{' '}
                      </>
                    )}
                    {item.contract_id}, <Marked text={item.address} q={q} />
                    {found !== undefined && (
                      <>
                        {' · '}
                        <Marked text={found} q={q} />
                      </>
                    )}
                  </span>
                </span>
                <span className={styles.end}>
                  {item.accounts[0] && <b>{rubles(item.accounts[0].balance)}</b>}
                  <State tone={look.tone} quiet={look.tone !== 'bad'}>
                    {look.word}
                  </State>
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** What was opened last, until something is typed. */
function Recents({ onOpen }: Pick<HitListProps, 'onOpen'>) {
  const recent = useRecent();
  if (recent.length === 0) {
    return (
      <div className={styles.none}>
        <p>
          Найдёт по любому слову: имени, телефону, адресу, договору, логину, MAC, адресу в сети, сумме и дню платежа,
          номеру заявки.
        </p>
      </div>
    );
  }
  return (
    <div className={styles.list}>
      <p className={styles.group}>Вы смотрели</p>
      {recent.map(({ contract_id, name, address }) => (
        <button key={contract_id} type="button" className={styles.hit} onClick={() => onOpen({ contract_id })}>
          <StaffIcon name="user" />
          <span>
            <b>{name}</b>
            <span className={styles.sub}>
              {contract_id}, {address}
            </span>
          </span>
        </button>
      ))}
    </div>
  );
}
