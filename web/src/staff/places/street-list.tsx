import { useState } from 'react';
import { Link } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { within } from '#web/ui/dialog/within.ts';
import { Field, Select } from '#web/ui/field/field.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useAnswer } from '../api/use-call.ts';
import { usePausedTyping } from '../lib/paused-typing.ts';
import plane from '../look/plane.module.css';
import { contractsText } from '../debtors/debtors.texts.ts';
import { formerText, housesText, type FoundStreet } from './places.texts.ts';
import styles from './places.module.css';

const PAUSE_MS = 200;

interface StreetListProps {
  towns: Wire<typeof contract.places.towns>;
  chosen: string | undefined;
}

/** Streets by a part of their name, also a former one. */
export function StreetList({ towns, chosen }: StreetListProps) {
  const [typed, setTyped] = useState('');
  const [town, setTown] = useState('');
  const q = usePausedTyping(typed.trim(), PAUSE_MS);
  const query = { ...(q !== '' && { q }), ...(town !== '' && { town_id: town }) };
  const answer = useAnswer(contract.places.streets, { query }, { keeps: true });
  return (
    <>
      <div className={styles.filters}>
        <Field
          label="Название, и прежнее тоже"
          autoComplete="off"
          {...within(100, { value: typed })}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Select label="Город" value={town} onChange={({ target }) => setTown(target.value)}>
          <option value="">Все города</option>
          {towns.map(({ town_id: id, name, is_closed: isClosed }) => (
            <option key={id} value={id}>
              {name}
              {isClosed && ', закрыт'}
            </option>
          ))}
        </Select>
      </div>
      <Loaded
        alone
        answer={answer}
        failed="Улицы не загрузились."
        skeleton={<SkeletonRows label="Загружаем улицы" count={6} tile={false} />}
      >
        {({ streets, more }) =>
          streets.length === 0 ? (
            <Empty icon="search" title="Такой улицы нет">
              Проверьте название или заведите её.
            </Empty>
          ) : (
            <>
              <ul className={plane.rows}>
                {streets.map((street) => (
                  <li key={street.street_id}>
                    <StreetLink street={street} isChosen={String(street.street_id) === chosen} />
                  </li>
                ))}
              </ul>
              {more && <p className={plane.muted}>Показаны не&nbsp;все: напишите часть названия.</p>}
            </>
          )
        }
      </Loaded>
    </>
  );
}

function StreetLink({ street, isChosen }: { street: FoundStreet; isChosen: boolean }) {
  const { street_id: id, town, name, district, former, is_closed: isClosed, houses, contracts } = street;
  const notes = [town, district, formerText(former), isClosed && 'закрыта для подключений'].filter(Boolean);
  return (
    <Link to={`/places/${id}`} className={plane.row} aria-current={isChosen ? 'page' : undefined}>
      <div>
        {isChosen ? <b>{name}</b> : name}
        <span className={plane.sub}>{notes.join(', ')}</span>
      </div>
      <span className={plane.end}>
        {housesText(houses)}
        <span className={plane.sub}>{contractsText(contracts)}</span>
      </span>
    </Link>
  );
}
