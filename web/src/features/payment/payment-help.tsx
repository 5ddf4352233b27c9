import { Link } from '#web/lib/page/router.tsx';
import { phone } from '#web/lib/text/format.ts';
import { useProvider } from '#web/lib/page/provider.ts';
import { useRole } from '#web/shared/data/role.ts';
import { Card } from '#web/ui/card/card.tsx';
import { Fold, Folds } from '#web/ui/text/rows.tsx';
import { Unbroken } from '#web/ui/text/unbroken.tsx';
import styles from './payment.module.css';
import type { AccountKind } from './ways/use-sbp.ts';

/** Frequent questions after a payment. */
export function PaymentHelp({ p, isOpen }: { p: AccountKind; isOpen: boolean }) {
  const [support] = useProvider().support_phones;
  const isMember = useRole() !== undefined;
  return (
    <Card className={styles.help}>
      <Folds>
        <Fold title="Заплатили, а деньги не пришли?" open={isOpen}>
          Обычно хватает минуты. Посмотрите <Link to={`/payments-history/${p}`}>историю платежей</Link>: вдруг они уже
          там. Прошло 10&nbsp;минут&nbsp;— позвоните{' '}
          {support ? (
            <a href={`tel:+${support.phone.replace(/\D/g, '')}`}>
              <Unbroken text={phone(support.phone)} />
            </a>
          ) : (
            'в\u00a0поддержку'
          )}
          , найдём платёж по&nbsp;сумме и времени. Деньги не пропадут: банк либо переведёт их, либо вернёт.
        </Fold>
        {/* The owner has a card for it. */}
        {isMember && (
          <Fold title="Плательщик — другой человек">
            Сделайте код, скопируйте ссылку и отправьте её. Плательщик увидит получателя и сумму.
          </Fold>
        )}
      </Folds>
    </Card>
  );
}
