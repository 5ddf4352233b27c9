import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { Link, useLocation } from '#web/lib/page/router.tsx';
import { counted, dayOf, momentText, rubles } from '#web/lib/text/format.ts';
import { sumOf } from '#web/shared/money/account-sums.ts';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State } from '#web/ui/card/state.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import { contract } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';
import plane from '../look/plane.module.css';
import { Inset, Part, Plane, PlaneHead } from '../look/plane.tsx';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { CauseItems } from './cause-items.tsx';
import { DeferDialog, DeferredPart } from './deferring.tsx';
import { causeKey, COSTS, isElsewhere, nextCause, pageOf, type Waiting } from './inbox.texts.ts';
import styles from './inbox.module.css';
import { NetworkCheck } from './network-check.tsx';

const EVERY_MS = 30_000;

/** All that waits for a person: one cause a row, each with what is known of it and the decision in place. */
export function InboxPage() {
  const answer = useAnswer(contract.inbox.list, { query: {} }, { every: EVERY_MS });
  const mayCheck = useMay('network check');
  return (
    <Plane>
      <Loaded
        alone
        answer={answer}
        failed="Список не загрузился."
        known={<PlaneHead title="Ждёт человека" />}
        skeleton={
          <>
            <PlaneHead title="Ждёт человека" />
            <div className={styles.wait}>
              <SkeletonRows label="Загружаем, что ждёт" count={6} tile={false} />
            </div>
          </>
        }
      >
        {({ items, deferred }) => (
          <>
            <PlaneHead title={headText(items)} lead={leadText(items)} actions={mayCheck && <NetworkCheck />} />
            {items.length === 0 ? (
              <Inset>
                <Empty icon="circle-check" title="Ничего не ждёт">
                  Сюда придёт то, что не решилось само: деньги без адреса, отказы банка и сети, чеки.
                </Empty>
              </Inset>
            ) : (
              <Causes items={items} />
            )}
            <DeferredPart items={deferred} />
          </>
        )}
      </Loaded>
    </Plane>
  );
}

/** «Ждут человека 23 дела и 41 812 ₽». */
function headText(items: readonly Waiting[]): string {
  const count = items.reduce((all, one) => all + one.count, 0);
  if (count === 0) return 'Ничего не ждёт';
  const sum = sumOf(items.flatMap((one) => (one.sum === null ? [] : [one.sum])));
  const verb = count % 10 === 1 && count % 100 !== 11 ? 'Ждёт' : 'Ждут';
  return `${verb} человека ${counted(count, 'дело', 'дела', 'дел')}${sum === '0.00' ? '' : ` и ${rubles(sum)}`}`;
}

function leadText(items: readonly Waiting[]): string | undefined {
  const [oldest] = items.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since));
  if (!oldest) return undefined;
  return `Сначала то, что дороже стоит ждать. Старше всех: «${oldest.title}», с ${momentText(oldest.since, dayOf(now()))}.`;
}

function Causes({ items }: { items: readonly Waiting[] }) {
  const { search } = useLocation();
  const asked = new URLSearchParams(search);
  const named = items.find(({ kind, cause }) => kind === asked.get('kind') && (cause ?? null) === asked.get('cause'));
  const first = named ?? items.find((one) => !isElsewhere(one));
  const [opened, open] = useState(first && causeKey(first));
  const [putOff, setPutOff] = useState<Waiting>();
  const current = items.find((one) => causeKey(one) === opened);
  const toDefer = current?.may_defer ? current : undefined;
  useStaffKeys({ 'alt KeyJ': toDefer && (() => setPutOff(toDefer)) }, { first: true });
  const costs = [...new Set(items.map(({ cost }) => cost))];
  const openNext = (done: Waiting): void => {
    const next = nextCause(items, done);
    open(next && causeKey(next));
  };
  const parts = costs.map((cost) => (
    <Part key={cost} title={COSTS[cost].word}>
      <ul className={plane.rows}>
        {items
          .filter((one) => one.cost === cost)
          .map((one) => (
            <li key={causeKey(one)}>
              <Cause
                item={one}
                isOpen={opened === causeKey(one)}
                onOpen={() => open(opened === causeKey(one) ? undefined : causeKey(one))}
                onDefer={() => setPutOff(one)}
              />
            </li>
          ))}
      </ul>
    </Part>
  ));
  return (
    <>
      {parts}
      {putOff && <DeferDialog item={putOff} onClose={() => setPutOff(undefined)} onDone={openNext} />}
    </>
  );
}

interface CauseProps {
  item: Waiting;
  isOpen: boolean;
  onOpen: () => void;
  onDefer: () => void;
}

function Cause({ item, isOpen, onOpen, onDefer }: CauseProps) {
  const { title, cost, count, sum, since } = item;
  const words = (
    <>
      <span>
        <b>{title}</b>
        <span className={plane.sub}>
          {counted(count, 'дело', 'дела', 'дел')}
          {sum !== null && ` на ${rubles(sum)}`}, старшее с {momentText(since, dayOf(now()))}
        </span>
      </span>
      <span className={styles.end}>
        <State tone={COSTS[cost].tone} quiet>
          {count}
        </State>
        <Icon name={isElsewhere(item) ? 'chevron-right' : isOpen ? 'chevron-up' : 'chevron-down'} size="xs" />
      </span>
    </>
  );
  if (isElsewhere(item)) {
    return (
      <Link to={pageOf(item)} className={styles.cause}>
        {words}
      </Link>
    );
  }
  return (
    <>
      <button type="button" className={styles.cause} aria-expanded={isOpen} onClick={onOpen}>
        {words}
      </button>
      {isOpen && (
        <div className={styles.inside}>
          <CauseItems item={item} />
          {item.may_defer && (
            <ButtonRow>
              <Button look="plain" size="sm" onClick={onDefer}>
                Отложить… <kbd>Alt J</kbd>
              </Button>
            </ButtonRow>
          )}
        </div>
      )}
    </>
  );
}
