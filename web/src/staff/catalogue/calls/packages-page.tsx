import { useState } from 'react';
import { groupBy } from '#web/lib/text/group-by.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { contract } from '../../api/contract.ts';
import { useMay } from '../../api/me.ts';
import { useAnswer } from '../../api/use-call.ts';
import { Inset, Part, Plane, PlaneHead } from '../../look/plane.tsx';
import { CatalogueTabs } from '../catalogue-tabs.tsx';
import styles from '../catalogue.module.css';
import { AddPackageDialog } from './add-package-dialog.tsx';
import { isPackageOn, packagesText, plansText, type CallPackage } from './calls.texts.ts';
import { PackageList } from './package-rows.tsx';
import { useCallPlans } from './use-call-plans.ts';

function packagesTitle(packages: readonly CallPackage[], today: string): string {
  const on = packages.filter((one) => isPackageOn(one, today));
  if (on.length === 0) return 'Пакетов минут нет';
  return `${packagesText(on.length)} минут, ${plansText(new Set(on.map(({ plan_id: id }) => id)).size)}`;
}

/** Minutes that plans include: those of today and to come; those that have ended at a press. */
export function PackagesPage() {
  const today = dayOf(now());
  const answer = useAnswer(contract.callPackages.list, { query: {} });
  const plans = useCallPlans();
  const mayAdd = useMay('packages add');
  const [isAdding, setAdding] = useState(false);
  return (
    <Plane>
      <CatalogueTabs />
      <PlaneHead
        title={answer.data ? packagesTitle(answer.data, today) : 'Пакеты минут'}
        lead="Минуты считают по месяцам: пакет начинается и заканчивается с первого дня месяца."
        actions={mayAdd && plans.length > 0 && <Button onClick={() => setAdding(true)}>Новый пакет…</Button>}
      />
      <Loaded
        alone
        answer={answer}
        failed="Пакеты минут не загрузились."
        skeleton={
          <div className={styles.wait}>
            <SkeletonRows label="Загружаем пакеты минут" count={5} tile={false} />
          </div>
        }
      >
        {(packages) => <ByPlan packages={packages} today={today} />}
      </Loaded>
      {isAdding && <AddPackageDialog plans={plans} today={today} onClose={() => setAdding(false)} />}
    </Plane>
  );
}

function ByPlan({ packages, today }: { packages: readonly CallPackage[]; today: string }) {
  const [isPast, setPast] = useState(false);
  const shown = packages.filter((one) => isPackageOn(one, today) !== isPast);
  const past = packages.filter((one) => !isPackageOn(one, today)).length;
  return (
    <>
      {past > 0 && (
        <div className={styles.wait}>
          <Chips
            label="Что показать"
            value={isPast ? 'past' : 'on'}
            onChange={(value) => setPast(value === 'past')}
            options={[
              { value: 'on', text: `Действуют ${packages.length - past}` },
              { value: 'past', text: `Закончились ${past}` },
            ]}
          />
        </div>
      )}
      {shown.length === 0 && (
        <Inset>
          <Empty icon="inbox" title="Здесь пусто">
            Минуты включают в&nbsp;тарифы со&nbsp;звонками.
          </Empty>
        </Inset>
      )}
      {[...groupBy(shown, ({ plan_id: id }) => id)].map(([id, own]) => (
        <Part key={id} title={own[0]?.plan ?? ''}>
          <PackageList packages={own} today={today} />
        </Part>
      ))}
    </>
  );
}
