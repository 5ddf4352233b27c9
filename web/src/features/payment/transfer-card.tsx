import type { Wire, contract } from '#web/api/contract.ts';
import { keepTogether, rubles } from '#web/lib/text/format.ts';
import { IconButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { Fold } from '#web/ui/text/rows.tsx';
import styles from './autopayment/autopayment.module.css';
import { QrCode } from '#web/shared/page/qr-code.tsx';

type Options = Wire<typeof contract.payment.options>;
type Transfer = NonNullable<Options['transfer']>;

interface TransferCardProps {
  transfer: Transfer;
  note: string | undefined;
  /** The sum in the code; undefined while there is none. */
  amount: string | undefined;
}

/** For a bank transfer: a code that banking applications read, and the details to copy. */
export function TransferCard({ transfer, note, amount }: TransferCardProps) {
  return (
    <Card title="Банковский перевод">
      <div className={styles.body}>
        {note !== undefined && <p className={styles.small}>{keepTogether(note)}.</p>}
        <div className={styles.attempts}>
          <Fold title="QR-код и реквизиты">
            <div className={styles.body}>
              <QrCode payload={transfer.qr} label="Код с реквизитами для перевода" />
              <p className={styles.small}>
                Откройте в приложении банка «Оплата по&nbsp;QR-коду» и наведите камеру.
                {amount !== undefined && ` В\u00a0коде\u00a0${rubles(amount)}.`}
              </p>
              <dl className={styles.details}>
                {detailsOf(transfer).map(([name, value]) => (
                  <Detail key={name} {...{ name, value }} />
                ))}
              </dl>
            </div>
          </Fold>
        </div>
      </div>
    </Card>
  );
}

const detailsOf = (to: Transfer): (readonly [name: string, value: string])[] => [
  ['Получатель', to.name],
  ['ИНН', to.inn],
  ...(to.kpp === null ? [] : [['КПП', to.kpp] as const]),
  ['Расчётный счёт', to.account],
  ['Банк', to.bank],
  ['БИК', to.bic],
  ['Корр. счёт', to.corr_account],
  ['Назначение', to.purpose],
];

/** A name above its value: account numbers are long and must fit in one line. */
function Detail({ name, value }: { name: string; value: string }) {
  const copy = (): void => void copyText(value, 'Скопировано', name);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        <IconButton icon="copy" size="sm" label={`Скопировать: ${name}`} onClick={copy} />
      </dd>
    </div>
  );
}
