import { useParams } from '#lib/router.tsx';
import { contract } from '#api/contract.ts';
import { useTelephone } from '#parts/frame-data.ts';
import { PageHead } from '#parts/page-head.tsx';
import { Columns, Stack } from '#ui/card.tsx';
import { Segmented } from '#ui/choice.tsx';
import { Months } from './months.tsx';
import { Movements } from './movements.tsx';
import styles from './history.module.css';

const links = [
  { to: '/payments-history/i', text: 'Интернет' },
  { to: '/payments-history/t', text: 'Телефон' },
];

/** /payments-history/:p */
export function Page() {
  const { p } = useParams();
  const hasTelephone = useTelephone().data !== undefined;
  return (
    <>
      <PageHead title="История платежей" />
      {(hasTelephone || p === 't') && (
        <div className={styles.accounts}>
          <Segmented label="Счёт" links={links} />
        </div>
      )}
      {p === 't' ? (
        <Months key="t" call={contract.telephoneAccount.statTotal} account="Телефон" />
      ) : (
        <Stack>
          <Months key="i" call={contract.internetAccount.statTotal} account="Интернет" />
          <Columns even>
            <Movements kind="payments" />
            <Movements kind="charges" />
          </Columns>
        </Stack>
      )}
    </>
  );
}
