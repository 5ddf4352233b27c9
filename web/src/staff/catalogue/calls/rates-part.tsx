import { useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { useMay } from '../../api/me.ts';
import { Part } from '../../look/plane.tsx';
import { PackageRows } from './package-rows.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { RateList } from './rate-list.tsx';

interface RatesPartProps {
  planId: number;
  today: string;
  noticeDays: number;
}

/** What calls of a plan cost by zone: of today, and what is planned; its minutes. */
export function RatesPart({ planId, today, noticeDays }: RatesPartProps) {
  const mayPlan = useMay('rates plan');
  const [isPlanning, setPlanning] = useState(false);
  const plan = String(planId);
  return (
    <Part
      title="Цены звонков"
      aside={
        mayPlan && (
          <Button size="sm" look="soft" onClick={() => setPlanning(true)}>
            Новая цена…
          </Button>
        )
      }
    >
      <RateList of={{ plan_id: plan }} titleOf={({ zone_name: zone }) => zone} today={today} />
      <PackageRows planId={plan} today={today} />
      {isPlanning && (
        <RateDialog planId={plan} today={today} noticeDays={noticeDays} onClose={() => setPlanning(false)} />
      )}
    </Part>
  );
}
