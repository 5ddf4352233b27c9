import type { ReactNode } from 'react';
import type { contract, Wire } from '#api/contract.ts';
import { cx } from '#lib/cx.ts';
import { keepTogether } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { State } from '#ui/state.tsx';
import styles from './switch-row.module.css';

/** Whether something can be switched; if not, why. */
export type Control = Wire<typeof contract.plan.options>['options'][number]['control'];

interface SwitchRowProps {
  name: string;
  /** A mark beside the name. */
  badge?: ReactNode;
  /** One line of description. */
  about?: ReactNode;
  /** «80 ₽ в месяц». */
  cost: string;
  control: Control;
  onSwitch?: (status: 'on' | 'off') => void;
  /** Instead of the switch, of what is always on. */
  mark?: ReactNode;
  /** Below: terms. */
  children?: ReactNode;
}

const ignore = (): void => undefined;

/** An option or a program: description, price, planned change, switch. */
export function SwitchRow({ name, badge, about, cost, control, onSwitch = ignore, mark, children }: SwitchRowProps) {
  return (
    <div className={cx(styles.row, isToCome(control) && styles.toCome)}>
      <div className={styles.what}>
        <div className={styles.name}>
          <h3>{keepTogether(name)}</h3>
          {badge}
        </div>
        {about !== undefined && <div className={styles.remarks}>{about}</div>}
        {control.text !== '' && <Said control={control} />}
        {children}
      </div>
      <Cost text={cost} />
      <div className={styles.act}>{mark ?? <Act name={name} control={control} onSwitch={onSwitch} />}</div>
    </div>
  );
}

/** «249 ₽ в месяц»: a phone has room for the sum alone, a screen reader says all of it. */
function Cost({ text }: { text: string }) {
  const [, sum = text, unit = ''] = /^(.+₽)(\sв\sмесяц)$/.exec(text) ?? [];
  return (
    <span className={styles.cost}>
      {sum}
      <span className={styles.unit}>{unit}</span>
    </span>
  );
}

const isToCome = ({ status }: Control): boolean => status === 'on_pending' || status === 'off_pending';

function Said({ control }: { control: Control }) {
  if (!isToCome(control)) return <p className={styles.reason}>{keepTogether(control.text)}.</p>;
  return (
    <State tone="wait" icon="clock">
      {control.text}
    </State>
  );
}

/** A switch, or a button that cancels the planned change. */
function Act({ name, control: { status }, onSwitch }: Required<Pick<SwitchRowProps, 'name' | 'control' | 'onSwitch'>>) {
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
