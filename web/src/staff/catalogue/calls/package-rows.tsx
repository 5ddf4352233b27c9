import { useState } from 'react';
import { dayText, number } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { State } from '#web/ui/card/state.tsx';
import { contract } from '../../api/contract.ts';
import { useMay } from '../../api/me.ts';
import { useAnswer } from '../../api/use-call.ts';
import plane from '../../look/plane.module.css';
import { isPackageOn, type CallPackage } from './calls.texts.ts';
import { EndPackageDialog } from './end-package-dialog.tsx';

/** The minutes that a plan includes; nothing, if it includes none. */
export function PackageRows({ planId, today }: { planId: string; today: string }) {
  const { data = [] } = useAnswer(contract.callPackages.list, { query: { plan_id: planId } });
  const open = data.filter((one) => isPackageOn(one, today));
  return open.length === 0 ? null : <PackageList packages={open} today={today} />;
}

export const PackageList = ({ packages, today }: { packages: readonly CallPackage[]; today: string }) => (
  <ul className={plane.rows}>
    {packages.map((one) => (
      <PackageRow key={one.package_id} one={one} today={today} />
    ))}
  </ul>
);

function PackageRow({ one, today }: { one: CallPackage; today: string }) {
  const [isEnding, setEnding] = useState(false);
  const mayEnd = useMay('packages end');
  const zones = useAnswer(contract.callZones.list, {});
  const nameOf = (zone: string): string => zones.data?.find((known) => known.zone === zone)?.name ?? zone;
  const { name, minutes, from, until } = one;
  return (
    <li className={plane.row}>
      <div>
        {name}{' '}
        {from > today && (
          <State tone="wait" icon="calendar">
            с {dayText(from, today)}
          </State>
        )}
        <span className={plane.sub}>
          {one.zones.map(nameOf).join(', ')}; с {dayText(from, today)}
          {until !== null && ` до ${dayText(until, today)}`}
        </span>
      </div>
      <span className={plane.end}>
        {number(minutes)} мин в&nbsp;месяц{' '}
        {mayEnd && until === null && (
          <Button size="sm" look="cut" onClick={() => setEnding(true)}>
            Закончить…
          </Button>
        )}
      </span>
      {isEnding && <EndPackageDialog one={one} today={today} onClose={() => setEnding(false)} />}
    </li>
  );
}
