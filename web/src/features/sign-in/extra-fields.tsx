import { Field, PasswordField } from '#web/ui/field/field.tsx';

// Fields that few visitors see: loaded when the server asks for them.

interface TypedField {
  hint: string;
  value: string;
  error: string | undefined;
  onType: (value: string) => void;
}

/** The second step: a code of an app, or a backup code. */
export const OtpField = ({ onType, ...field }: TypedField) => (
  <Field
    {...field}
    // The server has just asked for it: the next thing to type.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus
    label="Код из приложения"
    name="otp"
    autoComplete="one-time-code"
    autoCapitalize="off"
    spellCheck={false}
    onChange={({ target }) => onType(target.value)}
  />
);

/** A new password of one's own. */
export const NewPasswordField = ({ onType, isNext = false, ...field }: TypedField & { isNext?: boolean }) => (
  <PasswordField
    {...field}
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    autoFocus={isNext}
    label="Новый пароль"
    name="new_password"
    autoComplete="new-password"
    onChange={({ target }) => onType(target.value)}
  />
);
