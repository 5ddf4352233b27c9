import { useEffect, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { keepTogether } from '#web/lib/text/format.ts';
import { LoadedCard } from '#web/shared/page/loaded.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { Field, Select } from '#web/ui/field/field.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { CoverageNote, coverageTitle } from './coverage-note.tsx';
import { NewConnection, NOTHING_TYPED, type TypedRequest } from '../connection.tsx';
import { Frame } from '../frame.tsx';
import guestStyles from './guests.module.css';
import styles from '../support.module.css';
import { isBeyond, within } from '#web/ui/dialog/within.ts';

type Cities = Wire<typeof contract.support.cityList>;
type Street = Wire<typeof contract.support.streetList>[number];
type AcceptedRequest = Wire<typeof contract.support.newClient>;

/** Where to connect, what is possible there, and the request. */
export function NewClient() {
  const cities = useCall(contract.support.cityList, {});
  const [found, setFound] = useState<Found>();
  const [asked, setAsked] = useState<AcceptedRequest>();
  return (
    <Frame
      title={asked ? 'Заявка принята' : (found?.title ?? TITLE)}
      lead={asked ? undefined : (found?.where ?? HINT)}
      tab={TITLE}
    >
      {asked ? (
        <Accepted asked={asked} />
      ) : (
        <LoadedCard
          title="Адрес"
          answer={cities}
          failed="Не удалось загрузить города."
          skeleton={<SkeletonRows label="Загружаем города" count={3} tile={false} />}
        >
          {(all) => <Address cities={all} onAnswer={setFound} onAsked={setAsked} />}
        </LoadedCard>
      )}
    </Frame>
  );
}

const TITLE = 'Подключим дом';
const HINT = 'Укажите адрес: сразу скажем, что там можно подключить.';

/** The answer of the page: «Подключим 25 ноября», and to which house it is. */
interface Found {
  title: string;
  where: string;
}

function Accepted({ asked: { coverage } }: { asked: AcceptedRequest }) {
  return (
    <Callout tone="ok" role="status" title="Приняли заявку.">
      {coverage === 'connected'
        ? 'Позвоним в рабочее время и договоримся о дне подключения.'
        : 'Позвоним, когда сможем подключить ваш дом.'}
    </Callout>
  );
}

const [LONGEST_STREET, LONGEST_HOUSE] = [60, 20];

interface AddressProps {
  cities: Cities;
  onAnswer: (found: Found | undefined) => void;
  onAsked: (asked: AcceptedRequest) => void;
}

function Address({ cities, onAnswer, onAsked }: AddressProps) {
  const [city, setCity] = useState(cities[0]?.city_id ?? 0);
  const [street, setStreet] = useState('');
  const [house, setHouse] = useState('');
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const onType = (part: Partial<TypedRequest>): void => setTyped((before) => ({ ...before, ...part }));
  const { found, known } = useStreets(city, street);
  return (
    <div className={styles.stack}>
      <Card title="Адрес">
        <div className={styles.compose}>
          <Select label="Город" value={city} onChange={({ target }) => setCity(Number(target.value))}>
            {cities.map(({ city_id: id, city_name: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Field
            label="Улица"
            autoComplete="off"
            {...within(LONGEST_STREET, { value: street })}
            onChange={({ target }) => setStreet(target.value)}
          />
          {!known && <Streets streets={found} onChoose={setStreet} />}
          <Field
            label="Дом"
            autoComplete="off"
            {...within(LONGEST_HOUSE, { value: house })}
            onChange={({ target }) => setHouse(target.value)}
          />
        </div>
      </Card>
      {known && house.trim() !== '' && !isBeyond(LONGEST_HOUSE, house) && (
        <InHouse
          key={`${known.street_id} ${house.trim()}`}
          {...{ city, street: known, house: house.trim(), typed, onType, onAnswer, onAsked }}
        />
      )}
    </div>
  );
}

/** «ул. Юбилейная»: the streets are known by their names alone. */
const withoutKind = (typed: string): string => typed.trim().replace(/^(?:улица\s+|ул\.?\s+|ул\.)/i, '');

/** The streets that begin with the typed text, and the one that is typed in full. */
function useStreets(city: number, written: string) {
  const typed = withoutKind(written);
  const { data: found } = useCall(
    contract.support.streetList,
    { query: { city_id: String(city), q: typed } },
    { enabled: typed.trim() !== '' && !isBeyond(LONGEST_STREET, typed) },
  );
  return { found, known: found?.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase()) };
}

interface StreetsProps {
  /** Undefined until they are known. */
  streets: readonly Street[] | undefined;
  onChoose: (name: string) => void;
}

function Streets({ streets, onChoose }: StreetsProps) {
  if (!streets) return null;
  if (streets.length === 0)
    return <p className={styles.note}>Такой улицы в этом городе не знаем. Проверьте название.</p>;
  return (
    <ul className={guestStyles.streets} aria-label="Подходящие улицы">
      {streets.map(({ street_id: id, name, district }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(name)}>
            {name}
            {district !== null && <small>{district} район</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface InHouseProps {
  city: number;
  street: Street;
  house: string;
  typed: TypedRequest;
  onType: (part: Partial<TypedRequest>) => void;
  onAnswer: (found: Found | undefined) => void;
  onAsked: (asked: AcceptedRequest) => void;
}

function InHouse({ city, street, house, onAnswer, ...form }: InHouseProps) {
  const answer = useCall(contract.support.coverage, { query: { street_id: String(street.street_id), house } });
  const { data } = answer;
  useEffect(() => {
    if (data) onAnswer({ title: coverageTitle(data), where: keepTogether(`${street.name}, ${house}`) });
    return () => onAnswer(undefined);
  }, [data, onAnswer, street.name, house]);
  if (answer.error instanceof ApiError && answer.error.status === 422) {
    return <p className={styles.note}>{answer.error.errors['query.house'] ?? 'Проверьте номер дома'}.</p>;
  }
  return (
    <LoadedCard
      title="Проверка дома"
      answer={answer}
      failed="Не удалось проверить дом."
      skeleton={<SkeletonRows label="Проверяем дом" count={3} tile={false} />}
    >
      {(coverage) => (
        <div className={styles.stack}>
          <CoverageNote street={street.name} house={house} coverage={coverage} />
          <NewConnection {...{ city, street: street.name, house, coverage, ...form }} />
        </div>
      )}
    </LoadedCard>
  );
}
