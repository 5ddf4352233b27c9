import { useState } from 'react';
import { useParams } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import { Part, Plane, PlaneHead, Split } from '../look/plane.tsx';
import { AddPlaceDialog } from './add-place-dialog.tsx';
import { HousesPart } from './houses-part.tsx';
import { StreetList } from './street-list.tsx';
import { contractsText } from '../debtors/debtors.texts.ts';
import { housesText, streetsText } from './places.texts.ts';

/** Where the provider is: streets by any of their names, houses of the chosen one beside them. */
export function PlacesPage() {
  const { street_id: id } = useParams();
  const towns = useAnswer(contract.places.towns, {});
  const mayKeep = useMay('street add');
  const [isAdding, setAdding] = useState(false);
  const sum = (of: 'houses' | 'contracts' | 'streets') => (towns.data ?? []).reduce((all, one) => all + one[of], 0);
  return (
    <Plane>
      <PlaneHead
        title={towns.data ? `${housesText(sum('houses'))}, ${contractsText(sum('contracts'))}` : 'Дома'}
        lead={
          towns.data
            ? `${streetsText(sum('streets'))}. Переименованная улица встаёт во всех адресах, по прежнему названию её тоже найдут.`
            : undefined
        }
        actions={mayKeep && <Button onClick={() => setAdding(true)}>Завести улицу или город…</Button>}
      />
      <Split>
        {id === undefined ? (
          <Part title="Дома улицы">Выберите улицу: здесь будут её дома.</Part>
        ) : (
          <HousesPart key={id} streetId={id} />
        )}
        <Part title="Улицы" scrolls>
          <Loaded
            alone
            answer={towns}
            failed="Города не загрузились."
            skeleton={<SkeletonRows label="Загружаем города" tile={false} />}
          >
            {(known) => <StreetList towns={known} chosen={id} />}
          </Loaded>
        </Part>
      </Split>
      {isAdding && <AddPlaceDialog towns={towns.data ?? []} onClose={() => setAdding(false)} />}
    </Plane>
  );
}
