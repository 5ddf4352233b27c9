import { useState } from 'react';
import { toWireMoney, typedRubles } from '@kabinet/contract/kernel/money';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { MoneyField } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';
import { AskSecond } from '../look/ask-second.tsx';
import { contractsText } from '../debtors/debtors.texts.ts';
import { type ShownItem } from './catalogue.texts.ts';
import styles from './catalogue.module.css';
import { Refused } from './refused.tsx';
import { ItemField } from './item-field.tsx';

type Field = ShownItem['fields'][number];

interface EditItemDialogProps {
  item: ShownItem;
  /** What this person may write. */
  fields: readonly Field[];
  onClose: () => void;
}

/** Only what differs is sent, with the version that was read. */
function differing(fields: readonly Field[], draft: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ field, value }) => {
      const typed = (draft[field] ?? '').trim();
      return typed === (value ?? '') ? [] : [[field, typed] as const];
    }),
  );
}

/** What clients read, or the speed. */
export function EditItemDialog({ item, fields, onClose }: EditItemDialogProps) {
  const edit = useChange(contract.catalogue.edit);
  const mayPrice = useMay('catalogue add') && item.state === 'draft';
  const [draft, setDraft] = useState(() => Object.fromEntries(fields.map(({ field, value }) => [field, value ?? ''])));
  const [price, setPrice] = useState('');
  const [failure, setFailure] = useState<Error>();
  const sum = typedRubles(price);
  const changes = { ...differing(fields, draft), ...(mayPrice && sum !== undefined && { price: toWireMoney(sum) }) };
  const body = { kind: item.kind, id: String(item.id), version: String(item.version), ...changes };
  const isSame = Object.keys(changes).length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Изменить «${item.name}»`}
      actions={
        <>
          <Button
            busy={edit.isPending}
            aria-disabled={isSame || undefined}
            onClick={() =>
              !isSame &&
              edit.mutate(
                { body },
                {
                  onSuccess: ({ contracts }) => {
                    saySuccess('Сохранили', contracts === 0 ? undefined : `Касается: ${contractsText(contracts)}`);
                    onClose();
                  },
                  onError: setFailure,
                },
              )
            }
          >
            {item.contracts === 0 ? 'Сохранить' : `Сохранить: увидят ${contractsText(item.contracts)}`}
          </Button>
          <Button look="plain" onClick={onClose}>
            Не менять
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        {fields.map(({ field }) => (
          <ItemField
            key={field}
            field={field}
            value={draft[field] ?? ''}
            onChange={(value) => setDraft({ ...draft, [field]: value })}
          />
        ))}
        {mayPrice && <MoneyField label="Другая цена" hint="Пусто — прежняя" value={price} onChange={setPrice} />}
      </div>
      <Refused failure={failure} title="Не сохранили." advice="Проверьте поля" />
      <AskSecond
        failure={failure}
        call="catalogue edit"
        input={body}
        reason={`Правка «${item.name}»`}
        onAsked={onClose}
      />
    </Dialog>
  );
}
