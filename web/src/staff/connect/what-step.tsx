import { useId } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { priceText, newPriceText } from '#web/shared/money/price.texts.ts';
import type { ConnectPlan } from './connect-data.ts';
import styles from './connect.module.css';
import { Step } from './step.tsx';
import type { StepProps } from './where-step.tsx';

/** The plans that the house can have, with their prices; those that it cannot, with the reason. */
export function WhatStep({ draft, check, onChange }: StepProps) {
  const of = (kind: ConnectPlan['service_kind']) => check?.plans.filter((one) => one.service_kind === kind) ?? [];
  return (
    <Step title="Услуги" isDone={draft.plan !== undefined}>
      <Plans legend="Интернет" plans={of('internet')} value={draft.plan} onChange={(plan) => onChange({ plan })} />
      <Plans legend="ТВ, если нужно" plans={of('tv')} value={draft.tv} onChange={(tv) => onChange({ tv })} mayBeNone />
    </Step>
  );
}

interface PicksProps {
  legend: string;
  plans: readonly ConnectPlan[];
  value: number | undefined;
  onChange: (plan: number | undefined) => void;
  mayBeNone?: boolean;
}

function Plans({ legend, plans, value, onChange, mayBeNone = false }: PicksProps) {
  const name = useId();
  if (plans.length === 0) return null;
  return (
    <fieldset className={styles.picks}>
      <legend>{legend}</legend>
      {mayBeNone && (
        <label className={styles.pick}>
          <input type="radio" name={name} checked={value === undefined} onChange={() => onChange(undefined)} />
          <b>Без ТВ</b>
          <span />
        </label>
      )}
      {plans.map((plan) => (
        <label key={plan.plan_id} className={cx(styles.pick, !plan.possible && styles.no)}>
          <input
            type="radio"
            name={name}
            disabled={!plan.possible}
            checked={plan.plan_id === value}
            onChange={() => onChange(plan.plan_id)}
          />
          <span>
            <b>«{plan.name}»</b>
            <small>
              {[plan.possible ? plan.summary : plan.reason, plan.new_price && newPriceText(plan.new_price, plan.unit)]
                .filter(Boolean)
                .join('. ')}
            </small>
          </span>
          <span className={styles.end}>{priceText(plan)}</span>
        </label>
      ))}
    </fieldset>
  );
}
