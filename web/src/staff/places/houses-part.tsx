import { useState } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';
import { HouseDialog } from './house-dialog.tsx';
import { StreetDialog } from './street-dialog.tsx';
import { formerText, HOUSE_STATES, houseText, type ShownHouse, type ShownStreet } from './places.texts.ts';

/** The houses of a street, and what can be done with it. */
export function HousesPart({ streetId }: { streetId: string }) {
  const answer = useAnswer(contract.places.houses, { query: { street_id: streetId } });
  if (!answer.data && refusalOf(answer.error)) {
    return (
      <Empty icon="search" title="Такой улицы нет">
        Выберите другую: эту могли объединить с&nbsp;двойником.
      </Empty>
    );
  }
  return (
    <Loaded
      alone
      answer={answer}
      failed="Дома не загрузились."
      skeleton={
        <Part title="Дома улицы">
          <SkeletonRows label="Загружаем дома" count={6} tile={false} />
        </Part>
      }
    >
      {(street) => <Houses street={street} />}
    </Loaded>
  );
}

type Opened = { readonly of: 'street' } | { readonly of: 'house'; readonly house: ShownHouse | undefined };

function Houses({ street }: { street: ShownStreet }) {
  const [opened, setOpened] = useState<Opened>();
  const mayKeep = useMay('house edit');
  const today = dayOf(now());
  const close = (): void => setOpened(undefined);
  const { town, name, district, former, is_closed: isClosed, houses } = street;
  const notes = [district, formerText(former), isClosed && 'закрыта для подключений'].filter(Boolean).join(', ');
  return (
    <Part
      title={`${town}, ${name}`}
      caption={notes}
      aside={
        mayKeep && (
          <ButtonRow>
            <Button size="sm" look="soft" onClick={() => setOpened({ of: 'house', house: undefined })}>
              Завести дом…
            </Button>
            <Button size="sm" look="line" onClick={() => setOpened({ of: 'street' })}>
              Улица…
            </Button>
          </ButtonRow>
        )
      }
    >
      {houses.length === 0 ? (
        <Empty icon="inbox" title="Домов ещё нет">
          Заведите первый: без него дом считается неподключённым.
        </Empty>
      ) : (
        <ul className={plane.rows}>
          {houses.map((house) => (
            <li key={house.house} className={plane.row}>
              <div>
                <b>{house.house}</b>{' '}
                <State tone={HOUSE_STATES[house.state].tone} quiet={house.state === 'connected'}>
                  {HOUSE_STATES[house.state].word}
                </State>
                <span className={plane.sub}>{houseText(house, today)}</span>
              </div>
              {mayKeep && (
                <Button
                  size="sm"
                  look="plain"
                  aria-label={`Изменить дом ${house.house}`}
                  onClick={() => setOpened({ of: 'house', house })}
                >
                  Изменить
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {opened?.of === 'street' && <StreetDialog street={street} onClose={close} />}
      {opened?.of === 'house' && <HouseDialog street={street} house={opened.house} today={today} onClose={close} />}
    </Part>
  );
}
