import { useState } from 'react';
import { ROLE_OF, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { leaveFor } from '#web/lib/page/leave.ts';
import { clearStored } from '#web/lib/page/stored.ts';
import { openContract } from '#web/shared/frame/client/open-contract.ts';
import { Button, ButtonRow, TextButton } from '#web/ui/button/button.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { CutDialog } from '#web/ui/dialog/cut-dialog.tsx';
import { Rows } from '#web/ui/text/rows.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { State, Tile } from '#web/ui/card/state.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { openUntilText } from './term.texts.ts';
import { RoleMeans } from './role-means.tsx';
import styles from '../settings.module.css';

type Openable = Wire<typeof contract.family.contracts>[number];
type Foreign = Openable & { share_id: string; role: ShareRole };

const isForeign = (one: Openable): one is Foreign => one.share_id !== null && one.role !== null;

/** Contracts of others that this sign-in opens; nothing while there are none. */
export function OtherContracts() {
  const { data, error, refetch } = useCall(contract.family.contracts, {});
  const [leaving, setLeaving] = useState<Foreign>();
  const others = data?.filter(isForeign);
  if (error && !data) {
    return (
      <Card title="Вам открыты договоры">
        <ErrorBlock title="Не удалось узнать, какие договоры вам открыты." onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!others) {
    return (
      <Card title="Вам открыты договоры">
        <SkeletonRows label="Загружаем договоры" />
      </Card>
    );
  }
  if (others.length === 0) return null;
  return (
    <Card title="Вам открыты договоры">
      <Rows>
        {others.map((one) => (
          <OneContract key={one.share_id} known={one} onLeave={() => setLeaving(one)} />
        ))}
      </Rows>
      <LeaveDialog leaving={leaving} onClose={() => setLeaving(undefined)} onLeft={() => undefined} />
    </Card>
  );
}

function OneContract({ known, onLeave }: { known: Foreign; onLeave: () => void }) {
  const { share_id, role, until_day: until, name, address, is_in_debt } = known;
  const [isBusy, setBusy] = useState(false);
  const open = (): void => {
    setBusy(true);
    openContract(share_id).catch((failure: unknown) => {
      setBusy(false);
      sayError(failure, 'Договор не открылся. Повторите через минуту');
    });
  };
  return (
    <div className={styles.place}>
      <Tile icon="house" />
      <span>
        <b>
          {name}, {address}
        </b>
        <small>
          Договор {contractNo(known)}, {ROLE_OF[role]}
        </small>
        {until !== null && <small>Доступ закроется {openUntilText(until, dayOf(now()))}</small>}
        {is_in_debt === true && (
          <State tone="bad" icon="circle-alert">
            Долг, услуги отключены
          </State>
        )}
      </span>
      <span className={styles.pair}>
        <Button look="line" size="sm" busy={isBusy} aria-label={`Открыть договор ${contractNo(known)}`} onClick={open}>
          Открыть
        </Button>
        <TextButton aria-label={`Отказаться от доступа к договору ${contractNo(known)}`} onClick={onLeave}>
          Отказаться
        </TextButton>
      </span>
    </div>
  );
}

interface LeaveDialogProps {
  leaving: Foreign | undefined;
  onClose: () => void;
  onLeft: () => void;
}

function LeaveDialog({ leaving, onClose, onLeft }: LeaveDialogProps) {
  const { mutate, isPending } = useAction(contract.family.leave);
  const leave = (): void => {
    if (!leaving) return;
    mutate(
      { body: { share_id: leaving.share_id } },
      {
        onSuccess: () => {
          onClose();
          onLeft();
          saySuccess('Доступа больше нет', `Договор ${contractNo(leaving)} вам не открыт`);
        },
        onError: (failure) => sayError(failure, 'Отказаться не получилось. Повторите через минуту'),
      },
    );
  };
  return (
    <CutDialog
      open={leaving !== undefined}
      title="Отказаться от доступа?"
      cut="Отказаться"
      busy={isPending}
      onCut={leave}
      onClose={onClose}
    >
      <p>
        Договор {leaving && contractNo(leaving)} вам больше не&nbsp;откроется. Владелец узнает об&nbsp;этом; вернуть
        доступ он может новым приглашением.
      </p>
    </CutDialog>
  );
}

/** While another subscriber's contract is open: what the role may do with it, and how to give the access up. */
export function OwnAccess({ role }: { role: ShareRole }) {
  const { data, error, refetch } = useCall(contract.family.contracts, {});
  const [leaving, setLeaving] = useState<Foreign>();
  const current = data?.filter(isForeign).find(({ is_current }) => is_current);
  if (error && !data) {
    return (
      <Card title="Чей это договор">
        <ErrorBlock title="Не удалось узнать, чей это договор." onRetry={() => void refetch()} />
      </Card>
    );
  }
  // The session goes on with the own contract.
  const onLeft = (): void => {
    clearStored();
    leaveFor('/');
  };
  return (
    <Card title="Чей это договор">
      {current ? (
        <div className={styles.form}>
          <p>
            <b>{current.name}</b>, {current.address}
          </p>
          {current.until_day !== null && <p>Доступ закроется {openUntilText(current.until_day, dayOf(now()))}.</p>}
          <RoleMeans role={role} />
        </div>
      ) : (
        <SkeletonRows label="Загружаем договор" tile={false} />
      )}
      <div className={styles.others}>
        <ButtonRow>
          <Button look="cut" aria-disabled={current === undefined || undefined} onClick={() => setLeaving(current)}>
            Отказаться от доступа
          </Button>
        </ButtonRow>
      </div>
      <LeaveDialog leaving={leaving} onClose={() => setLeaving(undefined)} onLeft={onLeft} />
    </Card>
  );
}
