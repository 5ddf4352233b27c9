import { useState } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { Link, useNavigate, useParams } from '#web/lib/page/router.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { contract } from '../../api/contract.ts';
import { useMay } from '../../api/me.ts';
import { useAnswer } from '../../api/use-call.ts';
import { Inset, Plane, PlaneHead } from '../../look/plane.tsx';
import { CatalogueTabs } from '../catalogue-tabs.tsx';
import styles from '../catalogue.module.css';
import { plansText, zonesText, type CallZone } from './calls.texts.ts';
import { AddZoneDialog } from './zone-dialog.tsx';
import { ZonePart } from './zone-part.tsx';

/** The zones that nobody can call, because no plan has a price, are told first. */
function zonesTitle(zones: readonly CallZone[]): string {
  const mute = zones.filter(({ plans }) => plans === 0).length;
  return mute === 0 ? `${zonesText(zones.length)} звонков` : `${zonesText(zones.length)} звонков, без цен: ${mute}`;
}

/** Where calls go: zones with the codes of their numbers; the chosen one with its prices by plan and day. */
export function ZonesPage() {
  const { zone: code } = useParams();
  const navigate = useNavigate();
  const mayAdd = useMay('zones add');
  const [isAdding, setAdding] = useState(false);
  const answer = useAnswer(contract.callZones.list, {});
  return (
    <Plane>
      <CatalogueTabs />
      {code === undefined && (
        <PlaneHead
          title={answer.data ? zonesTitle(answer.data) : 'Зоны звонков'}
          lead="Зону звонка решает самый длинный код, с которого начинается номер. Цена меняется с дня, сделанные звонки остаются по прежней."
          actions={mayAdd && <Button onClick={() => setAdding(true)}>Завести зону…</Button>}
        />
      )}
      <div className={styles.split}>
        <Loaded
          alone
          answer={answer}
          failed="Зоны не загрузились."
          skeleton={
            <div className={styles.wait}>
              <SkeletonRows label="Загружаем зоны" count={8} tile={false} />
            </div>
          }
        >
          {(zones) => <ZoneList zones={zones} chosen={code} />}
        </Loaded>
        {code !== undefined && answer.data !== undefined && <Chosen zones={answer.data} code={code} />}
      </div>
      {isAdding && (
        <AddZoneDialog
          onClose={() => setAdding(false)}
          onAdded={(zone) => {
            setAdding(false);
            navigate(`/catalogue/zones/${zone}`);
          }}
        />
      )}
    </Plane>
  );
}

function Chosen({ zones, code }: { zones: readonly CallZone[]; code: string }) {
  const zone = zones.find((one) => one.zone === code);
  return (
    <div className={styles.item}>
      {zone ? (
        <ZonePart key={code} zone={zone} />
      ) : (
        <Inset>
          <Empty icon="search" title="Такой зоны нет">
            Выберите другую в&nbsp;списке.
          </Empty>
        </Inset>
      )}
    </div>
  );
}

function ZoneList({ zones, chosen }: { zones: readonly CallZone[]; chosen: string | undefined }) {
  if (zones.length === 0) {
    return (
      <Inset>
        <Empty icon="inbox" title="Зон звонков нет">
          Без них звонки не&nbsp;пройдут в&nbsp;счёт.
        </Empty>
      </Inset>
    );
  }
  return (
    <nav className={cx(styles.list, chosen !== undefined && styles.aside)} aria-label="Зоны звонков">
      <ul className={styles.groups}>
        {zones.map(({ zone, name, prefixes, plans }) => (
          <li key={zone}>
            <Link to={`/catalogue/zones/${zone}`} aria-current={zone === chosen ? 'page' : undefined}>
              <span>
                {name}
                <small>{prefixes.length === 0 ? 'кодов нет' : `кодов: ${prefixes.length}`}</small>
              </span>
              <span className={styles.price}>{plans === 0 ? 'без цен' : plansText(plans)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
