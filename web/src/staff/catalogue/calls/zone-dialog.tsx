import { useState } from 'react';
import { Select, Field, TextArea } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../../api/contract.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { useChange } from '../../api/use-call.ts';
import styles from '../catalogue.module.css';
import { Refused } from '../refused.tsx';
import { CallsDialog } from './calls-dialog.tsx';
import { codesText, ZONE_ACCESS, type CallZone } from './calls.texts.ts';

const MOST_CODES = 2000;
const CODES = 'Коды, с которых начинаются номера, через запятую';

const codesOf = (typed: string): string => typed.replaceAll(/\s/g, '').replace(/,$/, '');

const editedText = ({ added, removed }: Wire<typeof contract.callZones.edit>): string =>
  [
    ...(added.length > 0 ? [`Новые коды: ${codesText(added)}.`] : []),
    ...(removed.length > 0 ? [`Больше не её: ${codesText(removed)}; эти номера пойдут по коду короче.`] : []),
    'Сделанные звонки остаются, где были.',
  ].join(' ');

/** Renames a zone or gives it other codes. */
export function EditZoneDialog({ zone, onClose }: { zone: CallZone; onClose: () => void }) {
  const own = zone.prefixes.filter((code) => code !== '').join(', ');
  const [name, setName] = useState(zone.name);
  const [codes, setCodes] = useState(own);
  const changes = {
    ...(name.trim() !== zone.name && { name: name.trim() }),
    ...(codesOf(codes) !== codesOf(own) && { prefixes: codesOf(codes) }),
  };
  return (
    <CallsDialog
      title={`Зона «${zone.name}»`}
      verb="Сохранить"
      call={contract.callZones.edit}
      words="zones edit"
      body={name.trim() === '' || Object.keys(changes).length === 0 ? undefined : { zone: zone.zone, ...changes }}
      consequences={(told) => <p>{editedText(told)}</p>}
      done={(told) => ['Сохранили', `Зона «${told.name}»`]}
      onClose={onClose}
    >
      <Field label="Название" maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
      <TextArea
        label={CODES}
        rows={4}
        maxLength={MOST_CODES}
        value={codes}
        onChange={({ target }) => setCodes(target.value)}
      />
    </CallsDialog>
  );
}

/** A new zone costs nothing yet, and nobody can call there until a plan has a price for it. */
export function AddZoneDialog({ onAdded, onClose }: { onAdded: (zone: string) => void; onClose: () => void }) {
  const add = useChange(contract.callZones.add);
  const [typed, setTyped] = useState({ zone: '', name: '', codes: '' });
  const [access, setAccess] = useState<CallZone['access']>('abroad');
  const [failure, setFailure] = useState<Error>();
  const isWhole = /^[a-z][a-z0-9_]*$/.test(typed.zone) && typed.name.trim() !== '';
  const press = (): void => {
    if (!isWhole) return;
    const prefixes = codesOf(typed.codes);
    const body = { zone: typed.zone, name: typed.name.trim(), access, ...(prefixes !== '' && { prefixes }) };
    add.mutate(
      { body },
      {
        onSuccess: ({ zone, name }) => {
          saySuccess('Завели', `Зона «${name}». Осталось назначить цены`);
          onAdded(zone);
        },
        onError: setFailure,
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Новая зона звонков"
      actions={
        <>
          <Button busy={add.isPending} aria-disabled={!isWhole || undefined} onClick={press}>
            Завести
          </Button>
          <Button look="plain" onClick={onClose}>
            Не заводить
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field
          label="Название"
          maxLength={100}
          value={typed.name}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        />
        <Field
          label="Код зоны"
          hint="Латиницей: crimea_mobile"
          maxLength={40}
          autoCapitalize="none"
          value={typed.zone}
          onChange={({ target }) => setTyped({ ...typed, zone: target.value.toLowerCase() })}
        />
        <TextArea
          label={CODES}
          rows={3}
          maxLength={MOST_CODES}
          value={typed.codes}
          onChange={({ target }) => setTyped({ ...typed, codes: target.value })}
        />
        <Select label="Доступ" value={access} onChange={({ target }) => setAccess(target.value as CallZone['access'])}>
          {Object.entries(ZONE_ACCESS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      </div>
      <Refused failure={failure} title="Не завели." advice="Измените название или коды" />
    </Dialog>
  );
}
