import { useState } from 'react';
import { Loaded } from '#web/shared/page/loaded.tsx';
import { TextButton } from '#web/ui/button/button.tsx';
import { Empty } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { contract } from '../../api/contract.ts';
import { useAnswer } from '../../api/use-call.ts';
import plane from '../../look/plane.module.css';
import type { CallRate } from './calls.texts.ts';
import { RateRow } from './rate-row.tsx';

interface RateListProps {
  /** Of a plan or of a zone. */
  of: { readonly plan_id: string } | { readonly zone: string };
  titleOf: (rate: CallRate) => string;
  today: string;
}

const keyOf = ({ plan_id: plan, zone, direction, from }: CallRate): string => [plan, zone, direction, from].join(' ');

/** Prices of calls by day: of today and planned; the former ones at a press. */
export function RateList({ of, titleOf, today }: RateListProps) {
  const answer = useAnswer(contract.callRates.list, { query: of });
  const [hasPast, setPast] = useState(false);
  return (
    <Loaded
      alone
      answer={answer}
      failed="Цены звонков не загрузились."
      skeleton={<SkeletonRows label="Загружаем цены звонков" tile={false} />}
    >
      {(rates) => {
        const current = rates.filter(({ state }) => state !== 'past');
        if (current.length === 0) {
          return (
            <Empty icon="inbox" title="Цен звонков нет">
              Без них звонки не&nbsp;пройдут в&nbsp;счёт.
            </Empty>
          );
        }
        return (
          <>
            <ul className={plane.rows}>
              {(hasPast ? rates : current).map((rate) => (
                <RateRow key={keyOf(rate)} rate={rate} title={titleOf(rate)} today={today} />
              ))}
            </ul>
            {rates.length > current.length && (
              <TextButton onClick={() => setPast(!hasPast)}>
                {hasPast ? 'Скрыть прежние цены' : 'Показать прежние цены'}
              </TextButton>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
