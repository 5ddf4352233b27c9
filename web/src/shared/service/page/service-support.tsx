import { phone } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { LinkButton, type ButtonLook } from '#web/ui/button/button.tsx';
import { Link } from '#web/lib/page/router.tsx';
import styles from './service-support.module.css';

const href = (number: string): string => `tel:+${number.replace(/\D/g, '')}`;

/** What only support can do for now, in one line: «Сменить тариф и пароль поможет поддержка». */
export function SupportLine({ children }: { children: string }) {
  const [support] = useProvider().support_phones;
  return (
    <p className={styles.line}>
      {children}:{' '}
      {support ? (
        <a href={href(support.phone)}>{phone(support.phone)}</a>
      ) : (
        <Link to="/support/contacts">контакты</Link>
      )}
    </p>
  );
}

/** Calls support, or links to its contacts when no phone is known. */
export function SupportButton({ look = 'soft', wide = false }: { look?: ButtonLook; wide?: boolean }) {
  const [support] = useProvider().support_phones;
  if (!support) {
    return (
      <LinkButton to="/support/contacts" look={look} wide={wide} icon="phone">
        Контакты поддержки
      </LinkButton>
    );
  }
  return (
    <LinkButton to={href(support.phone)} external look={look} wide={wide} icon="phone">
      {phone(support.phone)}
    </LinkButton>
  );
}
