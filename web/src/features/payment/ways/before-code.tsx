import { rubles } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button/button.tsx';
import styles from './sbp-card.module.css';

/** How the payment goes, before there is a code. */
export function BeforeCode({ typed, onPay }: { typed: string | undefined; onPay: () => void }) {
  return (
    <>
      <ol className={styles.steps}>
        <li>
          <span className={styles.onlyWide}>Мы сделаем код на&nbsp;выбранную сумму.</span>
          <span className={styles.onlyPhone}>Откроем ваш банк: сумма уже будет вписана.</span>
        </li>
        <li>Вы подтвердите оплату в&nbsp;приложении любого банка.</li>
        <li>Деньги придут на счёт за минуту.</li>
      </ol>
      <div className={styles.onlyWide}>
        <Button wide icon="qr-code" onClick={onPay}>
          Показать QR-код{typed !== undefined && ` на\u00a0${rubles(typed)}`}
        </Button>
      </div>
    </>
  );
}
