import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { cx } from '#web/lib/text/cx.ts';
import { dayOf, keepTogether } from '#web/lib/text/format.ts';
import { FullPrice } from '#web/shared/money/discounted-price.tsx';
import { discountText, type ShownDiscount } from '#web/shared/money/discount.texts.ts';
import { Button, TextButton } from '#web/ui/button/button.tsx';
import { Switch } from '#web/ui/field/choice.tsx';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { State } from '#web/ui/card/state.tsx';
import styles from './switch-row.module.css';
import { isOn, type Control } from './switch.texts.ts';

/** Terms and the like, shown by a link behind the description. */
interface More {
  title: string;
  /** Rendered when it is opened. */
  content: ReactNode;
}

export interface SwitchRowProps {
  name: string;
  /** A mark beside the name. */
  badge?: ReactNode;
  /** One line of description. */
  about?: ReactNode;
  /** «80 ₽ в месяц». */
  cost: string;
  /** Why it costs less than others pay. */
  discount?: ShownDiscount | undefined;
  control: Control;
  onSwitch?: (status: 'on' | 'off') => void;
  /** Shown instead of the switch for something that is always on; null: nothing is shown, and the price is at the edge. */
  mark?: ReactNode;
  more?: More | undefined;
  /** It has just been switched: the focus follows it here. */
  isFresh?: boolean;
  /** Below: a note. */
  children?: ReactNode;
}

const ignore = (): void => undefined;

/** An option or a program: name, price and switch in one line; description with its terms, and a planned change below. */
export function SwitchRow(props: SwitchRowProps) {
  const { name, badge, about, cost, discount, control, onSwitch = ignore, mark, more, isFresh = false } = props;
  return (
    <div className={cx(styles.row, isToCome(control) && styles.toCome)}>
      <div className={styles.name}>
        <Name isFresh={isFresh}>{name}</Name>
        {badge}
      </div>
      <Cost text={cost} discount={discount} />
      {mark !== null && (
        <div className={styles.act}>{mark ?? <Act name={name} control={control} onSwitch={onSwitch} />}</div>
      )}
      <div className={styles.rest}>
        <About name={name} about={about} more={more} />
        {discount && <p className={styles.reason}>{discountText(discount, dayOf(now()))}.</p>}
        {control.text !== '' && <Said control={control} />}
        {props.children}
      </div>
    </div>
  );
}

function About({ name, about, more }: Pick<SwitchRowProps, 'name' | 'about' | 'more'>) {
  if (more) return <AboutWithMore name={name} about={about} more={more} />;
  return about !== undefined && <div className={styles.remarks}>{about}</div>;
}

/** The description; a link behind it shows the terms below. */
function AboutWithMore({ name, about, more }: { name: string; about: ReactNode; more: More }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div className={styles.remarks}>
        {about}{' '}
        <TextButton aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
          {more.title}
          <VisuallyHidden>{`: ${name}`}</VisuallyHidden>
        </TextButton>
      </div>
      {isOpen && (
        <div id={id} className={styles.more}>
          {more.content}
        </div>
      )}
    </>
  );
}

/** The name takes the focus when a switch has moved its row, so that a keyboard user does not lose his place. */
function Name({ isFresh, children }: { isFresh: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFresh) heading.current?.focus();
  }, [isFresh]);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {keepTogether(children)}
    </h3>
  );
}

/** «249 ₽ в месяц»: a phone has room for the sum alone, a screen reader says all of it. */
function Cost({ text, discount }: { text: string; discount: ShownDiscount | undefined }) {
  const [, sum = text, unit = ''] = /^(.+₽)(\sв\sмесяц)$/.exec(text) ?? [];
  return (
    <span className={styles.cost}>
      {sum}
      <span className={styles.unit}>{unit}</span>
      {discount && <FullPrice of={discount} />}
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
function Act({ name, control, onSwitch }: Required<Pick<SwitchRowProps, 'name' | 'control' | 'onSwitch'>>) {
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
      on={isOn({ control })}
      locked={status === 'locked'}
      onChange={(on) => onSwitch(on ? 'on' : 'off')}
    />
  );
}
