import { counted, rubles } from '#web/lib/text/format.ts';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { isZero } from '#web/shared/money/account-sums.ts';
import { useTerms, type MailboxTerms } from './mail-data.ts';
import styles from './mail.module.css';

/** «Бесплатно, ещё 3 из 5 ящиков». */
export function newBoxText({ price, boxes_left, boxes_most }: MailboxTerms): string {
  if (price === null) return '';
  const cost = isZero(price) ? 'Бесплатно' : `${rubles(price)} в\u00a0месяц`;
  return `${cost}, ещё ${boxes_left} из ${counted(boxes_most, 'ящика', 'ящиков', 'ящиков')}`;
}

/** The way to one more mailbox, with its price; or why there is none. */
export function NewBoxCard() {
  const { data: terms } = useTerms();
  if (!terms) return null;
  return (
    <Card title="Новый ящик">
      <div className={styles.offer}>
        <p className={styles.small}>
          {terms.control.status === 'locked' ? `${terms.control.text}.` : `${newBoxText(terms)}.`}
        </p>
        {terms.control.status === 'on' && (
          <LinkButton to="/mail/create" look="soft" size="sm" icon="mail">
            Завести ящик
          </LinkButton>
        )}
      </div>
    </Card>
  );
}
