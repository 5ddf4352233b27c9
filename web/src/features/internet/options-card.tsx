import { useState } from 'react';
import { counted, rubles } from '#lib/format.ts';
import { sumOf, isZero } from '#parts/account-sums.ts';
import type { User } from '#parts/frame-data.ts';
import { Markup } from '#parts/markup.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Switch } from '#ui/choice.tsx';
import { Fold, Rows } from '#ui/rows.tsx';
import { State } from '#ui/state.tsx';
import { forget, useDecision } from './decision.ts';
import { OptionDialog } from './option-dialog.tsx';
import styles from './plan.module.css';
import { priceText } from './plan-words.ts';
import type { Option, PlanOptions } from './use-plan.ts';

interface OptionsCardProps {
  user: User;
  options: PlanOptions;
  today: string;
  inDebt: boolean;
}

interface Chosen {
  option: Option;
  status: 'on' | 'off';
}

/** Options of the plan: what each gives and costs, whether it is on, and its switch. */
export function OptionsCard({ user, options, today, inDebt }: OptionsCardProps) {
  const decision = useDecision();
  const [chosen, setChosen] = useState(() => decidedBefore(options, decision.option));
  if (options.options.length === 0) return null;
  const close = (): void => {
    forget();
    setChosen(undefined);
  };
  return (
    <Card title="Опции" aside={<span className={styles.aside}>{totalText(options.options)}</span>}>
      <Rows>
        {options.options.map((option) => (
          <OptionRow key={option.option_id} option={option} onSwitch={(status) => setChosen({ option, status })} />
        ))}
      </Rows>
      {chosen && (
        <OptionDialog
          userId={user.user_id}
          version={options.version}
          {...chosen}
          inDebt={inDebt}
          today={today}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** The option that was being switched on when the client left to pay. */
function decidedBefore({ options }: PlanOptions, id: number | undefined): Chosen | undefined {
  const option = options.find(({ option_id, control }) => option_id === id && control.status === 'off');
  return option && { option, status: 'on' };
}

const isOn = ({ control }: Option): boolean => control.status === 'on' || control.status === 'off_pending';

function totalText(options: readonly Option[]): string {
  const on = options.filter(isOn);
  const sum = sumOf(on.map(({ price }) => price));
  const count = `Включено ${on.length} из\u00a0${counted(options.length, 'опции', 'опций', 'опций')}`;
  return isZero(sum) ? count : `${count}, ${rubles(sum)} в\u00a0месяц`;
}

interface RowProps {
  option: Option;
  onSwitch: (status: 'on' | 'off') => void;
}

function OptionRow({ option, onSwitch }: RowProps) {
  const { name, price, remarks, oferta, control } = option;
  return (
    <div className={styles.option}>
      <div className={styles.what}>
        <h3>{name}</h3>
        {remarks !== '' && (
          <div className={styles.remarks}>
            <Markup html={remarks} />
          </div>
        )}
        {control.text !== '' && <Pending control={control} />}
        {oferta !== '' && (
          <Fold title="Условия">
            <Markup html={oferta} />
          </Fold>
        )}
      </div>
      <span className={styles.cost}>{priceText({ price, unit: 'month' })}</span>
      <div className={styles.act}>
        <Act option={option} onSwitch={onSwitch} />
      </div>
    </div>
  );
}

function Pending({ control: { status, text } }: Pick<Option, 'control'>) {
  if (status === 'locked') return <p className={styles.reason}>{text}.</p>;
  return (
    <State tone="wait" icon="clock">
      {text}
    </State>
  );
}

/** A switch, or the way back from what is still to come. */
function Act({ option: { name, control }, onSwitch }: RowProps) {
  const { status } = control;
  if (status === 'off_pending') {
    return (
      <Button look="plain" size="sm" aria-label={`Оставить «${name}»`} onClick={() => onSwitch('on')}>
        Оставить
      </Button>
    );
  }
  if (status === 'on_pending') {
    return (
      <Button look="plain" size="sm" aria-label={`Не включать «${name}»`} onClick={() => onSwitch('off')}>
        Не включать
      </Button>
    );
  }
  return (
    <Switch
      label={name}
      on={status === 'on'}
      locked={status === 'locked'}
      onChange={(on) => onSwitch(on ? 'on' : 'off')}
    />
  );
}
