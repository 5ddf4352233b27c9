import type { Ref } from 'react';
import { Field } from '#web/ui/field/field.tsx';

interface LoginFieldProps {
  /** With passkeys the browser offers them in this field. */
  withPasskeys?: boolean;
  ref?: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  onType: (value: string) => void;
}

export const LoginField = ({ withPasskeys = false, onType, ...field }: LoginFieldProps) => (
  <Field
    {...field}
    label="Номер договора, телефон или почта"
    name="login"
    autoComplete={withPasskeys ? 'username webauthn' : 'username'}
    autoCapitalize="off"
    spellCheck={false}
    onChange={({ target }) => onType(target.value)}
  />
);
