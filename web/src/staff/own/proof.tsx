import { Field, PasswordField } from '#web/ui/field/field.tsx';
import { useHasPasskey } from '../api/me.ts';

export interface Proof {
  readonly password: string;
  readonly code: string;
}

export const NO_PROOF: Proof = { password: '', code: '' };

interface ProofFieldsProps {
  value: Proof;
  errors: Readonly<Partial<Record<keyof Proof, string | undefined>>>;
  onChange: (proof: Proof) => void;
}

/** Who changes how she signs in proves first that it is she. */
export function ProofFields({ value, errors, onChange }: ProofFieldsProps) {
  const hasPasskey = useHasPasskey();
  return (
    <>
      <PasswordField
        label="Пароль сейчас"
        value={value.password}
        error={errors.password}
        onChange={({ target }) => onChange({ ...value, password: target.value })}
      />
      <Field
        label="Код"
        hint={hasPasskey ? 'Из приложения или запасной; пустой — спросим ключ' : 'Из приложения или запасной'}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        value={value.code}
        error={errors.code}
        onChange={({ target }) => onChange({ ...value, code: target.value })}
      />
    </>
  );
}
