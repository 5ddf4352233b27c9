import { counted } from '#web/lib/text/format.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { State } from '#web/ui/card/state.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Checkbox, Field, Select } from '#web/ui/field/field.tsx';
import type { ConnectAnswer, KnownContract } from './connect-data.ts';
import { knownText } from './connect.texts.ts';
import styles from './connect.module.css';
import type { ConnectDraft } from './draft.ts';
import { Step } from './step.tsx';

export interface StepProps {
  draft: ConnectDraft;
  check: ConnectAnswer | undefined;
  errors: Readonly<Partial<Record<'street' | 'house' | 'name' | 'phone' | 'printed', string>>>;
  today: string;
  onChange: (part: Partial<ConnectDraft>) => void;
}

/** The address answers first: whether it is served, who was there, who waits. */
export function WhereStep({ draft, check, errors, today, onChange, towns }: StepProps & { towns: readonly string[] }) {
  const place = check?.place;
  return (
    <Step title="Адрес" isDone={place?.state === 'connected'}>
      <div className={styles.form}>
        <TownField towns={towns} town={draft.town} onChange={onChange} />
        <div className={styles.w4}>
          <Field
            label="Улица"
            autoComplete="off"
            {...within(100, { value: draft.street, error: errors.street })}
            onChange={({ target }) => onChange({ street: target.value })}
          />
        </div>
        <div className={styles.w2}>
          <Field
            label="Дом"
            autoComplete="off"
            {...within(20, { value: draft.house, error: errors.house })}
            onChange={({ target }) => onChange({ house: target.value, isSure: false })}
          />
        </div>
        <div className={styles.w2}>
          <Field
            label="Квартира"
            autoComplete="off"
            {...within(20, { value: draft.flat })}
            onChange={({ target }) => onChange({ flat: target.value })}
          />
        </div>
      </div>
      <FittingStreets streets={check?.streets ?? []} onChange={onChange} />
      <div role="status" className={styles.answers}>
        {place && <HouseAnswer place={place} draft={draft} onChange={onChange} />}
        {check?.there.map((known) => (
          <KnownNote key={known.contract_id} known={known} today={today} where="В этой квартире есть договор" />
        ))}
      </div>
    </Step>
  );
}

interface TownProps extends Pick<StepProps, 'onChange'> {
  towns: readonly string[];
  town: string;
}

function TownField({ towns, town, onChange }: TownProps) {
  if (towns.length < 2) return null;
  return (
    <div className={styles.w4}>
      <Select label="Город" value={town} onChange={({ target }) => onChange({ town: target.value, slot: undefined })}>
        {towns.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
    </div>
  );
}

interface StreetsProps extends Pick<StepProps, 'onChange'> {
  streets: ConnectAnswer['streets'];
}

function FittingStreets({ streets, onChange }: StreetsProps) {
  if (streets.length === 0) return null;
  return (
    <ul className={styles.streets} aria-label="Подходящие улицы">
      {streets.map(({ name, district }) => (
        <li key={`${name} ${district ?? ''}`}>
          <button type="button" onClick={() => onChange({ street: name })}>
            {name}
            {district !== null && <small>{district} район</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface HouseProps extends Pick<StepProps, 'draft' | 'onChange'> {
  place: NonNullable<ConnectAnswer['place']>;
}

function HouseAnswer({ place, draft, onChange }: HouseProps) {
  const queue = place.waiting > 0 && `Из дома ждут ${counted(place.waiting, 'заявка', 'заявки', 'заявок')}.`;
  if (place.state === 'connected') {
    return (
      <p className={styles.muted}>
        <State tone="ok" quiet>
          Дом подключён
        </State>{' '}
        {queue}
      </p>
    );
  }
  return (
    <Callout
      tone="wait"
      title={place.state === 'planned' ? 'Сеть здесь ещё строим.' : 'Дома нет в списке подключённых.'}
    >
      {queue} Договор можно открыть, если инженер подтвердил, что линия будет.
      <Checkbox checked={draft.isSure} onChange={({ target }) => onChange({ isSure: target.checked })}>
        Инженер подтвердил
      </Checkbox>
    </Callout>
  );
}

/** Another contract that a clerk must know of. */
export function KnownNote({ known, today, where }: { known: KnownContract; today: string; where: string }) {
  const owes = known.owes !== '0.00';
  const words = known.state === 'closed' ? where.replace('есть', 'был') : where;
  return (
    <Callout tone={owes ? 'bad' : known.state === 'closed' ? 'info' : 'wait'} title={`${words}: ${known.name}.`}>
      <Link to={`/contracts/${known.contract_id}`}>{knownText(known, today)}</Link>.{' '}
      {owes && 'Сначала договоритесь о долге: он останется за тем договором.'}
    </Callout>
  );
}
