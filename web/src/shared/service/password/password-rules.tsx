import { PASSWORD_LENGTH, PASSWORD_RULES, type PasswordRule } from '@kabinet/contract/kernel/service-password';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import styles from './password-dialog.module.css';

const words: Record<PasswordRule, string> = {
  length: `От ${PASSWORD_LENGTH.least} до ${PASSWORD_LENGTH.most} знаков`,
  own_words: 'Не из логина, номера договора и\u00a0имени',
  common: 'Не из тех, что подбирают первыми',
};

/** The rules for a new password; each is marked as met or broken while typing. */
export function PasswordRules({ broken, isEmpty }: { broken: readonly PasswordRule[]; isEmpty: boolean }) {
  return (
    <ul className={styles.rules} aria-label="Каким должен быть пароль" aria-live="polite">
      {PASSWORD_RULES.map((rule) => {
        const isBroken = broken.includes(rule);
        return (
          <li key={rule} className={isEmpty ? undefined : isBroken ? styles.broken : styles.kept}>
            <Icon name={isEmpty ? 'info' : isBroken ? 'x' : 'check'} size="xs" />
            <span>
              {words[rule]}
              {!isEmpty && <VisuallyHidden>{isBroken ? ': ещё нет' : ': да'}</VisuallyHidden>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
