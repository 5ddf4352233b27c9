import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { cx } from '#web/lib/text/cx.ts';
import { IconButton } from '../button/button.tsx';
import styles from './field.module.css';
import { Icon } from '../icon/icon.tsx';

interface Around {
  label: ReactNode;
  /** Help text; an error replaces it. */
  hint?: ReactNode;
  /** The error, and what to do. Focus the field when it appears: `focusFirstWrong(form)`. */
  error?: string | undefined;
}

interface FieldProps extends Around, Omit<ComponentProps<'input'>, 'className' | 'id'> {
  /** Content at the right inside the frame, such as a unit. */
  trailing?: ReactNode;
  /** Large, for the main sum of a screen. */
  big?: boolean;
}

/** Attributes that link a control to its hint or error. */
function useTies({ hint, error }: Omit<Around, 'label'>) {
  const id = useId();
  const note = `${id}-note`;
  return {
    note,
    control: {
      id,
      'aria-invalid': error !== undefined || undefined,
      'aria-describedby': (error ?? hint) === undefined ? undefined : note,
    } as const,
  };
}

function Frame({ id, note, label, hint, error, children }: Around & { id: string; note: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error === undefined && hint !== undefined && (
        <p className={styles.hint} id={note}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={styles.error} id={note}>
          <Icon name="circle-alert" size="xs" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** One line of text with its label above and its hint or error below. */
export function Field({ label, hint, error, trailing, big = false, ...input }: FieldProps) {
  const { note, control } = useTies({ hint, error });
  return (
    <Frame id={control.id} {...{ note, label, hint, error }}>
      <div className={cx(styles.input, error !== undefined && styles.bad, big && styles.big)}>
        <input {...input} {...control} />
        {trailing}
      </div>
    </Frame>
  );
}

/** A password that can be shown. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="off"
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? 'Скрыть пароль' : 'Показать пароль'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

interface MoneyFieldProps extends Omit<FieldProps, 'type' | 'inputMode' | 'value' | 'onChange' | 'trailing'> {
  /** As typed. */
  value: string;
  onChange: (text: string) => void;
}

/** A sum in rubles; `typedRubles` of the contract parses it. */
export function MoneyField({ value, onChange, ...rest }: MoneyFieldProps) {
  return (
    <Field
      autoComplete="off"
      {...rest}
      inputMode="decimal"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      trailing={
        <span className={styles.ruble} aria-hidden="true">
          ₽
        </span>
      }
    />
  );
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  ...area
}: Around & Omit<ComponentProps<'textarea'>, 'className' | 'id'>) {
  const { note, control } = useTies({ hint, error });
  return (
    <Frame id={control.id} {...{ note, label, hint, error }}>
      <div className={cx(styles.input, styles.area, error !== undefined && styles.bad)}>
        <textarea rows={4} {...area} {...control} />
      </div>
    </Frame>
  );
}

/** A native list of options. */
export function Select({
  label,
  hint,
  error,
  children,
  ...select
}: Around & Omit<ComponentProps<'select'>, 'className' | 'id'>) {
  const { note, control } = useTies({ hint, error });
  return (
    <Frame id={control.id} {...{ note, label, hint, error }}>
      <div className={cx(styles.input, styles.select, error !== undefined && styles.bad)}>
        <select {...select} {...control}>
          {children}
        </select>
        <Icon name="chevron-down" size="sm" />
      </div>
    </Frame>
  );
}

/** A checkbox with its label. */
export function Checkbox({ children, ...input }: Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  return (
    <label className={styles.check}>
      <input {...input} type="checkbox" />
      <span>{children}</span>
    </label>
  );
}

/** Focuses the first invalid field of a form. Call it when the errors are on the screen. */
export const focusFirstWrong = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
