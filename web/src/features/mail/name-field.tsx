import { cx } from '#web/lib/text/cx.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import styles from './mail.module.css';
import { useNameCheck } from './use-name-check.ts';
import { within } from '#web/ui/dialog/within.ts';

const HINT = 'От\u00a03 до\u00a030 знаков: латинские буквы, цифры, точка, дефис, подчёркивание.';

interface NameFieldProps {
  label: string;
  value: string;
  domain: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** A name before the @, checked while it is typed; free ones like a taken one fill the field. */
export function NameField({ label, value, domain, error, onChange }: NameFieldProps) {
  const told = useNameCheck(value, domain);
  return (
    <div className={styles.field}>
      <Field
        label={label}
        name="name"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...within(100, { value, hint: told ? undefined : HINT, error })}
        onChange={({ target }) => onChange(target.value)}
        trailing={<span className={styles.domain}>{`@${domain}`}</span>}
      />
      <Told told={told} />
      {told && told.similar.length > 0 && (
        <Chips
          label="Свободные имена"
          options={told.similar.map((name) => ({ value: name, text: name }))}
          value={undefined}
          onChange={onChange}
        />
      )}
    </div>
  );
}

function Told({ told }: { told: ReturnType<typeof useNameCheck> }) {
  const isFree = told?.answer === 'free';
  return (
    <p className={cx(styles.answer, told && (isFree ? styles.free : styles.wrong))} role="status">
      {told && (
        <>
          <Icon name={isFree ? 'circle-check' : 'circle-alert'} size="xs" />
          <span>{told.similar.length > 0 ? `${told.text}. Похожие свободные:` : told.text}</span>
        </>
      )}
    </p>
  );
}
