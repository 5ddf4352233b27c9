import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import { useMay } from '../../api/me.ts';
import { Part, PlaneHead } from '../../look/plane.tsx';
import { codesText, plansText, ZONE_ACCESS, type CallZone } from './calls.texts.ts';
import { RateDialog } from './rate-dialog.tsx';
import { RateList } from './rate-list.tsx';
import { useCallPlans } from './use-call-plans.ts';
import { EditZoneDialog } from './zone-dialog.tsx';

/** One zone: what calls there cost by plan and day, and which numbers are in it. */
export function ZonePart({ zone }: { zone: CallZone }) {
  const today = dayOf(now());
  const [dialog, setDialog] = useState<'edit' | 'rate'>();
  const mayEdit = useMay('zones edit');
  const mayPlan = useMay('rates plan');
  const plans = useCallPlans();
  const close = (): void => setDialog(undefined);
  return (
    <>
      <PlaneHead
        title={`«${zone.name}»: ${zone.plans === 0 ? 'цен нет, позвонить нельзя' : plansText(zone.plans)}`}
        lead={`${ZONE_ACCESS[zone.access]}. Код зоны ${zone.zone}.`}
      />
      <Part
        title="Цены по тарифам"
        aside={
          mayPlan &&
          plans.length > 0 && (
            <Button size="sm" look="soft" onClick={() => setDialog('rate')}>
              Новая цена…
            </Button>
          )
        }
      >
        <RateList of={{ zone: zone.zone }} titleOf={({ plan }) => `«${plan}»`} today={today} />
      </Part>
      <Part
        title="Номера зоны"
        aside={
          mayEdit && (
            <Button size="sm" look="soft" onClick={() => setDialog('edit')}>
              Изменить…
            </Button>
          )
        }
      >
        <p>{codesText(zone.prefixes)}</p>
      </Part>
      {dialog === 'edit' && <EditZoneDialog zone={zone} onClose={close} />}
      {dialog === 'rate' && <RateDialog zone={zone.zone} plans={plans} today={today} onClose={close} />}
    </>
  );
}
