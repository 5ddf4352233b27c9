import { cx } from '#lib/cx.ts';
import { Chips } from '#ui/choice.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './mail.module.css';
import { useNameCheck } from './use-name-check.ts';

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
        maxLength={100}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        trailing={<span className={styles.domain}>{`@${domain}`}</span>}
        error={error}
      />
      <p className={cx(styles.answer, told && (told.answer === 'free' ? styles.free : styles.wrong))} role="status">
        {told && (
          <>
            <Icon name={told.answer === 'free' ? 'circle-check' : 'circle-alert'} size="xs" />
            <span>{told.similar.length > 0 ? `${told.text}. Похожие свободные:` : told.text}</span>
          </>
        )}
      </p>
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
