import { useState } from 'react';
import { isPerson, ROLE_OF } from '@kabinet/contract/kernel/sharing';
import { contract, type Wire } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { Button, LinkButton } from '#web/ui/button/button.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { State } from '#web/ui/card/state.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import styles from './contracts.module.css';
import { openContract } from './open-contract.ts';

type Openable = Wire<typeof contract.family.contracts>[number];

/** The contracts that this sign-in opens; nothing but a way to add one while there is only the own one. */
export function Contracts() {
  const { data: contracts } = useCall(contract.family.contracts, {});
  const [opening, setOpening] = useState<number>();
  if (!contracts) return null;
  const open = ({ contract_id, share_id }: Openable): void => {
    setOpening(contract_id);
    openContract(share_id).catch((failure: unknown) => {
      setOpening(undefined);
      sayError(failure, 'Договор не открылся. Повторите через минуту');
    });
  };
  const isOwnOpen = contracts.some(({ role, is_current }) => role === null && is_current);
  return (
    <section className={styles.contracts} aria-label="Договоры">
      {contracts.length > 1 && (
        <>
          <h3>Договоры</h3>
          <Rows>
            {contracts.map((one) => (
              <OneContract
                key={one.contract_id}
                known={one}
                busy={opening === one.contract_id}
                onOpen={() => open(one)}
              />
            ))}
          </Rows>
        </>
      )}
      {isOwnOpen && (
        <LinkButton to="/settings/family" look="line" size="sm">
          {contracts.length > 1 ? 'Семья и доступ' : 'Добавить договор'}
        </LinkButton>
      )}
    </section>
  );
}

/** «Договор 100003, доступ плательщика». */
const whichText = (one: Openable): string =>
  one.role === null && isPerson(one.contract_id)
    ? 'Ваш вход'
    : `Договор ${contractNo(one)}, ${one.role === null ? 'ваш' : ROLE_OF[one.role]}`;

function OneContract({ known, busy, onOpen }: { known: Openable; busy: boolean; onOpen: () => void }) {
  const { name, address, is_current: isCurrent, is_in_debt: isInDebt } = known;
  return (
    <div className={styles.one} aria-current={isCurrent || undefined}>
      <span>
        <b>{name}</b>
        <small>{whichText(known)}</small>
        {address !== '' && <small>{address}</small>}
        {isInDebt === true && (
          <State tone="bad" icon="circle-alert">
            Долг
          </State>
        )}
      </span>
      {isCurrent ? (
        <State tone="ok" quiet>
          Открыт
        </State>
      ) : (
        <Button look="line" size="sm" busy={busy} aria-label={`Открыть: ${whichText(known)}, ${name}`} onClick={onOpen}>
          Открыть
        </Button>
      )}
    </div>
  );
}
