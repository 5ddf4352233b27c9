import { useState } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { readable } from '#web/lib/text/readable.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field, Select } from '#web/ui/field/field.tsx';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { useRehearsal } from '../actions/use-rehearsal.ts';
import { contract } from '../api/contract.ts';
import { useAnswer, useChange } from '../api/use-call.ts';
import { usePausedTyping } from '../lib/paused-typing.ts';
import { contractsText } from '../debtors/debtors.texts.ts';
import { type ShownStreet } from './places.texts.ts';
import styles from './places.module.css';

interface StreetDialogProps {
  street: ShownStreet;
  onClose: () => void;
}

const PAUSE_MS = 300;

type Way = 'edit' | 'merge';

/** A street under another name, closed, or joined with its double: how many addresses change is told first. */
export function StreetDialog({ street, onClose }: StreetDialogProps) {
  const [way, setWay] = useState<Way>('edit');
  return (
    <Dialog open onClose={onClose} title={`${street.town}, ${street.name}`}>
      <Chips
        label="Что сделать"
        value={way}
        onChange={setWay}
        options={[
          { value: 'edit', text: 'Изменить' },
          { value: 'merge', text: 'Объединить с двойником' },
        ]}
      />
      {way === 'edit' ? <Edit street={street} onClose={onClose} /> : <Merge street={street} onClose={onClose} />}
    </Dialog>
  );
}

interface StreetDraft {
  readonly name: string;
  readonly district: string;
  readonly closed: string;
}

const draftOf = ({ name, district, is_closed: isClosed }: ShownStreet): StreetDraft => ({
  name,
  district: district ?? '',
  closed: isClosed ? 'yes' : 'no',
});

/** What differs, as it is sent; nothing, if nothing does. */
function differing(street: ShownStreet, { name, district, closed }: StreetDraft) {
  const was = draftOf(street);
  const edit = {
    ...(name.trim() !== was.name && name.trim() !== '' && { name: name.trim() }),
    ...(district.trim() !== was.district && { district: district.trim() }),
    ...(closed !== was.closed && { closed: closed as 'yes' | 'no' }),
  };
  return Object.keys(edit).length === 0 ? undefined : { street_id: String(street.street_id), ...edit };
}

function Edit({ street, onClose }: StreetDialogProps) {
  const edit = useChange(contract.places.editStreet);
  const [draft, setDraft] = useState(() => draftOf(street));
  const [failure, setFailure] = useState<Error>();
  const body = differing(street, draft);
  const asked = usePausedTyping(body && JSON.stringify(body), PAUSE_MS);
  const rehearsal = useRehearsal(contract.places.editStreet, JSON.parse(asked ?? '{}') as object, {
    paused: asked === undefined || edit.isPending,
  });
  const set = (name: keyof StreetDraft) => (value: string) => setDraft({ ...draft, [name]: value });
  const { name, district, closed } = draft;
  const press = (): void => {
    if (!body) return;
    const done = ({ name: now }: { name: string }): void => {
      saySuccess('Сохранили', now);
      onClose();
    };
    edit.mutate({ body }, { onSuccess: done, onError: setFailure });
  };
  return (
    <div className={styles.fields}>
      <Field label="Название" {...within(100, { value: name })} onChange={({ target }) => set('name')(target.value)} />
      <Field
        label="Район"
        {...within(100, { value: district })}
        onChange={({ target }) => set('district')(target.value)}
      />
      <Chips
        label="Подключения"
        value={closed}
        onChange={set('closed')}
        options={[
          { value: 'no', text: 'Подключаем' },
          { value: 'yes', text: 'Больше не подключаем' },
        ]}
      />
      {body && <Told answer={rehearsal} failure={failure} renamed={name.trim() !== street.name} />}
      <Button wide busy={edit.isPending} aria-disabled={body === undefined || undefined} onClick={press}>
        Сохранить
      </Button>
    </div>
  );
}

interface ToldProps {
  answer: ReturnType<typeof useRehearsal<typeof contract.places.editStreet>>;
  failure: Error | undefined;
  renamed: boolean;
}

function Told({ answer, failure, renamed }: ToldProps) {
  const refusal = refusalOf(failure ?? answer.error);
  if (refusal) {
    return (
      <Callout tone="wait" role="alert" title="Так нельзя.">
        {readable(refusal.message, 'Проверьте название')}.
      </Callout>
    );
  }
  return (
    <Loaded
      alone
      answer={answer}
      failed="Не удалось проверить."
      skeleton={<SkeletonRows label="Проверяем" count={1} tile={false} />}
    >
      {({ contracts }) => (
        <p>
          {renamed
            ? `Адрес сменится: ${contractsText(contracts)}.`
            : `Касается: ${contractsText(contracts)}, они остаются.`}
        </p>
      )}
    </Loaded>
  );
}

function Merge({ street, onClose }: StreetDialogProps) {
  const navigate = useNavigate();
  const merge = useChange(contract.places.mergeStreets);
  const [into, setInto] = useState('');
  const [failure, setFailure] = useState<Error>();
  const found = useAnswer(contract.places.streets, { query: { town_id: String(street.town_id) } });
  const others = (found.data?.streets ?? []).filter(({ street_id: id }) => id !== street.street_id);
  const body = { street_id: String(street.street_id), into };
  const rehearsal = useRehearsal(contract.places.mergeStreets, body, { paused: into === '' || merge.isPending });
  return (
    <div className={styles.fields}>
      <Select label="Какая запись останется" value={into} onChange={({ target }) => setInto(target.value)}>
        <option value="">Выберите улицу</option>
        {others.map(({ street_id: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {into !== '' && <MergeTold answer={rehearsal} failure={failure} />}
      <Button
        wide
        look="cut"
        busy={merge.isPending}
        aria-disabled={rehearsal.data === undefined || undefined}
        onClick={() =>
          rehearsal.data &&
          merge.mutate(
            { body },
            {
              onSuccess: ({ street_id: id, name }) => {
                saySuccess('Объединили', name);
                onClose();
                navigate(`/places/${id}`);
              },
              onError: setFailure,
            },
          )
        }
      >
        Объединить
      </Button>
    </div>
  );
}

interface MergeToldProps extends Pick<ToldProps, 'failure'> {
  answer: ReturnType<typeof useRehearsal<typeof contract.places.mergeStreets>>;
}

function MergeTold({ answer, failure }: MergeToldProps) {
  const refusal = refusalOf(failure ?? answer.error);
  if (refusal) {
    return (
      <Callout tone="wait" role="alert" title="Так нельзя.">
        {readable(refusal.message, 'Выберите другую улицу')}.
      </Callout>
    );
  }
  return (
    answer.data && (
      <p>
        {`Перейдут все дома и\u00a0${contractsText(answer.data.contracts)}; в\u00a0адресах будет «${answer.data.name}». Разделить обратно нельзя.`}
      </p>
    )
  );
}
