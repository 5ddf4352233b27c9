import { useId, useState } from 'react';
import { plural } from '#web/lib/text/format.ts';
import type { ServicesOverview } from '#web/shared/data/frame-data.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { State } from '#web/ui/card/state.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { FoundList } from './found-list.tsx';
import { useRestingText } from './many-data.ts';
import { kindChip, placesTitle } from './many.texts.ts';
import { PlacesOfKind, PlacesShort } from './places-list.tsx';
import type { ListKind } from '#web/shared/service/text/service.texts.ts';
import styles from './places-card.module.css';

const ALL = 'all';

/** Services by place, with a search and a choice of kind. */
export function PlacesCard({ overview, today }: { overview: ServicesOverview; today: string }) {
  const [sought, setSought] = useState('');
  const [kind, setKind] = useState<ListKind | typeof ALL>(ALL);
  const settled = useRestingText(sought.trim());
  const only = kind === ALL ? undefined : kind;
  return (
    <Card title={placesTitle(overview)} aside={<Fine overview={overview} />}>
      <div className={styles.find}>
        <Search sought={sought} onSeek={setSought} />
        {overview.kinds.length > 1 && (
          <Chips
            label="Только услуги вида"
            value={kind}
            onChange={setKind}
            options={[
              { value: ALL, text: 'Все' },
              ...overview.kinds.map((one) => ({ value: one.kind, text: kindChip(one.kind, one.services) })),
            ]}
          />
        )}
      </div>
      {settled !== '' && sought.trim() !== '' ? (
        <FoundList query={{ q: settled, ...(only && { kind: only }) }} today={today} />
      ) : only ? (
        <PlacesOfKind key={only} kind={only} today={today} />
      ) : (
        <PlacesShort overview={overview} today={today} />
      )}
    </Card>
  );
}

function Fine({ overview: { works, services } }: { overview: ServicesOverview }) {
  if (works === 0) return null;
  return (
    <State tone="ok" quiet>
      {works === services ? 'Все в\u00a0порядке' : `${works}\u00a0${plural(works, 'работает', 'работают', 'работает')}`}
    </State>
  );
}

/** Not a `Field`, which is in the file of the forms: the first screen must not wait for that file. */
function Search({ sought, onSeek }: { sought: string; onSeek: (text: string) => void }) {
  const id = useId();
  return (
    <div className={styles.search} role="search">
      <label htmlFor={id}>Адрес, логин, номер или тариф</label>
      <div>
        <input
          id={id}
          type="search"
          autoComplete="off"
          maxLength={100}
          value={sought}
          onChange={({ target }) => onSeek(target.value)}
        />
        <Icon name="search" size="sm" />
      </div>
    </div>
  );
}
