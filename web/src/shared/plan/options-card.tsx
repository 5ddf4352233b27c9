import { useState } from 'react';
import { forget, useDecision } from '#shared/change/decision.ts';
import type { User } from '#shared/data/frame-data.ts';
import { Markup } from '#shared/page/markup.tsx';
import { SwitchRow } from '#shared/change/switch-row.tsx';
import { totalText } from '#shared/change/switch.texts.ts';
import { priceText } from '#shared/money/price.texts.ts';
import { Card } from '#ui/card.tsx';
import { FoldTitle } from '#ui/fold-title.tsx';
import { Fold, Rows } from '#ui/rows.tsx';
import { OptionDialog } from './option-dialog.tsx';
import styles from './options-card.module.css';
import { useInDebt, type Option, type PlanOptions } from './use-options.ts';

interface OptionsCardProps {
  user: User;
  options: PlanOptions;
  today: string;
}

interface Chosen {
  option: Option;
  status: 'on' | 'off';
}

/** Options of the plan: description, price, state and switch of each. */
export function OptionsCard({ user, options, today }: OptionsCardProps) {
  const inDebt = useInDebt();
  const decision = useDecision();
  const [chosen, setChosen] = useState(() => decidedBefore(options, decision.option));
  if (options.options.length === 0) return null;
  const close = (): void => {
    forget();
    setChosen(undefined);
  };
  return (
    <Card title="Опции" aside={<span className={styles.aside}>{totalText(options.options, ['опции', 'опций'])}</span>}>
      <Rows>
        {options.options.map((option) => (
          <OptionRow key={option.option_id} option={option} onSwitch={(status) => setChosen({ option, status })} />
        ))}
      </Rows>
      {chosen && <OptionDialog user={user} {...chosen} inDebt={inDebt} today={today} onClose={close} />}
    </Card>
  );
}

/** The option that was being switched on when the client left to pay. */
function decidedBefore({ options }: PlanOptions, id: number | undefined): Chosen | undefined {
  const option = options.find(({ option_id, control }) => option_id === id && control.status === 'off');
  return option && { option, status: 'on' };
}

interface RowProps {
  option: Option;
  onSwitch: (status: 'on' | 'off') => void;
}

function OptionRow({ option: { name, price, remarks, oferta, control }, onSwitch }: RowProps) {
  return (
    <SwitchRow
      name={name}
      {...(remarks !== '' && { about: <Markup html={remarks} /> })}
      cost={priceText({ price, unit: 'month' })}
      control={control}
      onSwitch={onSwitch}
    >
      {oferta !== '' && (
        <Fold title={<FoldTitle of={name}>Условия</FoldTitle>}>
          <Markup html={oferta} />
        </Fold>
      )}
    </SwitchRow>
  );
}
