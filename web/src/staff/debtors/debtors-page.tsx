import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, rubles, timeText } from '#web/lib/text/format.ts';
import { cx } from '#web/lib/text/cx.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { MoneyField } from '#web/ui/field/field.tsx';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { typedRubles, toWireMoney } from '@kabinet/contract/kernel/money';
import { useMay } from '../api/me.ts';
import { Part, Plane, PlaneHead } from '../look/plane.tsx';
import { useDebtors, type Band, type BandTotal, type DebtorsAsked } from './debtors-data.ts';
import { BAND_WORDS, contractsText, finding } from './debtors.texts.ts';
import { DebtorList } from './debtor-list.tsx';
import styles from './debtors.module.css';
import { RemindDialog } from './remind-dialog.tsx';

/** A sum as it is sent; undefined: none, or not typed to its end. */
function sumFrom(text: string): string | undefined {
  const sum = typedRubles(text);
  return sum === undefined || sum === 0 ? undefined : toWireMoney(sum);
}

/** Who owes, how long, and what was done; the next step in place. */
export function DebtorsPage() {
  const [band, setBand] = useState<Band>();
  const [sort, setSort] = useState<DebtorsAsked['sort']>('sum');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isReminding, setReminding] = useState(false);
  const mayRemind = useMay('debtors remind');
  const debtors = useDebtors({ band, sort, from: sumFrom(text) });
  const today = dayOf(now());
  const chooseBand = (next: Band | undefined): void => {
    setBand(next);
    setChosen(new Set());
  };
  return (
    <Plane>
      <Loaded
        alone
        answer={debtors}
        failed="Должники не загрузились."
        known={<PlaneHead title="Должники" />}
        skeleton={
          <>
            <PlaneHead title="Должники" />
            <div className={styles.wait}>
              <SkeletonRows label="Считаем долги" count={6} tile={false} />
            </div>
          </>
        }
      >
        {({ bands, total, items }) => (
          <>
            <PlaneHead
              title={finding(bands)}
              lead={`По книгам на ${timeText(now())}. Сумма — сколько нужно, чтобы заработало всё отключённое; у работающих — минус на счёте.`}
            />
            <Bands bands={bands} band={band} onBand={chooseBand} />
            <Part
              title={band === undefined ? 'Все должники' : BAND_WORDS[band]}
              caption={`${contractsText(total.count)}, ${rubles(total.sum)}`}
              aside={
                mayRemind && (
                  <Button
                    size="sm"
                    look="soft"
                    aria-disabled={chosen.size === 0}
                    onClick={() => setReminding(chosen.size > 0)}
                  >
                    {chosen.size === 0 ? 'Напомнить: отметьте, кому' : `Напомнить: ${contractsText(chosen.size)}…`}
                  </Button>
                )
              }
            >
              <div className={styles.filters}>
                <MoneyField label="Долг от" value={text} onChange={setText} />
                <div className={styles.segment} role="group" aria-label="Порядок">
                  {(['sum', 'age'] as const).map((order) => (
                    <button key={order} type="button" aria-pressed={sort === order} onClick={() => setSort(order)}>
                      {order === 'sum' ? 'Крупные сверху' : 'Старые сверху'}
                    </button>
                  ))}
                </div>
              </div>
              {items.length === 0 ? (
                <Empty icon="circle-check" title="Здесь никого нет">
                  Выберите другой возраст долга или меньшую сумму.
                </Empty>
              ) : (
                <DebtorList
                  debtors={items}
                  today={today}
                  chosen={mayRemind ? chosen : undefined}
                  onChosen={setChosen}
                />
              )}
              {debtors.hasMore && (
                <Button look="plain" wide busy={debtors.isLoadingMore} onClick={debtors.more}>
                  Показать ещё
                </Button>
              )}
            </Part>
          </>
        )}
      </Loaded>
      {isReminding && (
        <RemindDialog
          contracts={[...chosen]}
          onClose={() => setReminding(false)}
          onDone={() => {
            setReminding(false);
            setChosen(new Set());
          }}
        />
      )}
    </Plane>
  );
}

interface BandsProps {
  bands: readonly BandTotal[];
  band: Band | undefined;
  onBand: (band: Band | undefined) => void;
}

/** The debt by its age; each chooses its list, and chosen again all of them. */
function Bands({ bands, band, onBand }: BandsProps) {
  const most = Math.max(1, ...bands.map(({ sum }) => Number(sum)));
  return (
    <div className={styles.bands} role="group" aria-label="Возраст долга">
      {bands.map(({ band: one, count, sum }) => (
        <button
          key={one}
          type="button"
          className={cx(styles.band, one === band && styles.on)}
          aria-pressed={one === band}
          onClick={() => onBand(one === band ? undefined : one)}
        >
          <span>{BAND_WORDS[one]}</span>
          <b>{rubles(sum)}</b>
          <span>{contractsText(count)}</span>
          {count > 0 && <i aria-hidden="true" style={{ width: `${(Number(sum) / most) * 100}%` }} />}
        </button>
      ))}
    </div>
  );
}
