import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { close as closeWord } from '#web/lib/text/texts.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Button, IconButton, TextButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { contract } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { StaffIcon } from '../look/staff-icon.tsx';
import type { FoundContract } from './use-search.ts';
import styles from './search.module.css';

interface DocumentSearchProps {
  /** A whole number that was typed into the other field. */
  first: string;
  onOpen: (item: Pick<FoundContract, 'contract_id'>) => void;
  onBack: () => void;
  onClose: () => void;
}

/**
 * Whose a passport, an INN or an OGRN is. The number stays in this field: it is sent in the body and stands in no address, so that no
 * history of a browser and no log has it.
 */
export function DocumentSearch({ first, onOpen, onBack, onClose }: DocumentSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [number, setNumber] = useState(first);
  const [error, setError] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [items, setItems] = useState<readonly FoundContract[]>();
  const find = useChange(contract.papers.find);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = number.trim();
    setError(typed === '' ? 'Напишите номер целиком' : undefined);
    if (typed === '') return;
    setFailed(undefined);
    setItems(undefined);
    find.mutate(
      { body: { number: typed } },
      {
        onSuccess: (answer) => setItems(answer.items),
        onError: ({ message }) => setFailed(readable(message, 'Повторите через минуту')),
      },
    );
  };
  return (
    <>
      <div className={styles.documentHead}>
        <h2>Чей это документ</h2>
        <IconButton icon="x" size="sm" label={closeWord} onClick={onClose} />
      </div>
      <form className={styles.document} onSubmit={submit} noValidate>
        <Field
          label="Серия и номер, ИНН или ОГРН"
          hint="Целиком: по части номера документ не ищут. Номер не попадёт ни в адрес страницы, ни в журналы"
          ref={field}
          autoComplete="off"
          inputMode="numeric"
          value={number}
          error={error}
          onChange={({ target }) => setNumber(target.value)}
        />
        <div className={styles.tools}>
          <Button type="submit" busy={find.isPending}>
            Найти
          </Button>
          <TextButton onClick={onBack}>Искать по-другому</TextButton>
        </div>
      </form>
      <div className={styles.owners} role="status">
        {failed !== undefined && (
          <Callout tone="bad" role="alert" title="Не нашли.">
            {failed}.
          </Callout>
        )}
        {items?.length === 0 && (
          <p className={styles.none}>Такого документа ни у кого нет. Проверьте номер: нужны все цифры.</p>
        )}
        {items?.map((item) => (
          <button key={item.contract_id} type="button" className={styles.hit} onClick={() => onOpen(item)}>
            <StaffIcon name={item.state === 'closed' ? 'note' : 'user'} />
            <span>
              <b>{item.name}</b>
              <span className={styles.sub}>
                {contractNo(item)}, {item.address}
                {item.state === 'closed' && ' · расторгнут'}
              </span>
            </span>
          </button>
        ))}
      </div>
    </>
  );
}
