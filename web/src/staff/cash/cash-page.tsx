import { useState } from 'react';
import { errorLoad } from '#web/lib/text/texts.ts';
import { readable } from '#web/lib/text/readable.ts';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { useLocation } from '#web/lib/page/router.tsx';
import { sayError } from '#web/ui/toast/toast-store.ts';
import { sendForStaff } from '../api/client.ts';
import { contract } from '../api/contract.ts';
import { useMe } from '../api/me.ts';
import { useStaffKeys } from '../lib/staff-keys.ts';
import { Plane, PlaneHead } from '../look/plane.tsx';
import { AttemptNotes } from './attempt-notes.tsx';
import styles from './cash.module.css';
import { payerIn, useDesk, type DeskView, type NamedPayer, type ShiftView } from './cash-data.ts';
import { OpenShift } from './open-shift.tsx';
import { PayerField } from './payer-field.tsx';
import { PaymentsPart } from './payments-part.tsx';
import { CloseDialog, ReportDialog, SafeDialog } from './shift-dialogs.tsx';
import { ShiftPart } from './shift-part.tsx';
import { PrintedSlip, type Printed } from './slip.tsx';
import { Till } from './till.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { useAttempt } from './use-attempt.ts';

/** The cash desk: payments, the shift, its receipts. */
export function CashPage() {
  const { data: desk, error, refetch } = useDesk();
  // A shift that is closed here is shown with its report, until somebody goes on.
  const [closed, setClosed] = useState<ShiftView>();
  const [printed, setPrinted] = useState<Printed>();
  const me = useMe();
  return (
    <Plane>
      {desk === undefined && <Waiting error={error} again={() => void refetch()} />}
      {desk?.shift === null && <OpenShift desks={desk.desks} />}
      {desk?.shift && <OpenDesk desk={desk} shift={desk.shift} onPrint={setPrinted} onClosed={setClosed} />}
      {closed && <ReportDialog shift={closed} onPrint={setPrinted} onClose={() => setClosed(undefined)} />}
      {printed && <PrintedSlip printed={printed} seller={me.provider} onDone={() => setPrinted(undefined)} />}
    </Plane>
  );
}

function Waiting({ error, again }: { error: Error | null; again: () => void }) {
  return (
    <>
      <PlaneHead title="Касса" />
      <div className={styles.wait}>
        {error ? (
          <ErrorBlock alone title="Касса не открылась." onRetry={again}>
            {readable(error.message, errorLoad)}. Деньги пока не принимайте.
          </ErrorBlock>
        ) : (
          <SkeletonRows label="Открываем кассу" count={6} />
        )}
      </div>
    </>
  );
}

type Shown = 'report' | 'safe' | 'close' | { readonly undo: number };

interface OpenDeskProps {
  desk: DeskView;
  shift: ShiftView;
  onPrint: (printed: Printed) => void;
  onClosed: (shift: ShiftView) => void;
}

function OpenDesk({ desk, shift, onPrint, onClosed }: OpenDeskProps) {
  const { person_id: me } = useMe();
  const attempt = useAttempt(String(me));
  const { search } = useLocation();
  const [named, setNamed] = useState<NamedPayer | undefined>(() => payerIn(search));
  const [shown, setShown] = useState<Shown>();
  const hide = (): void => setShown(undefined);
  const isDone = attempt.state.step === 'done';
  useStaffKeys({ 'alt KeyX': () => setShown('report'), 'alt Digit0': () => setShown('close') }, { first: true });
  const name = (payer: NamedPayer): void => {
    attempt.reset();
    setNamed(payer);
  };
  const copy = (id: number): void => {
    sendForStaff(contract.cash.receipt, { query: { transaction_id: String(id) } }).then(
      (receipt) => onPrint({ receipt }),
      (failure: unknown) => void sayError(failure, 'Копия не открылась. Повторите'),
    );
  };
  return (
    <>
      <AttemptNotes
        attempt={attempt}
        onPrint={(receipt) => onPrint({ receipt })}
        onUndo={(undo) => setShown({ undo })}
      />
      <div className={styles.desk}>
        <div>
          {named && !isDone ? (
            <Till
              named={named}
              register={desk.register}
              hasSbp={desk.sbp}
              attempt={attempt}
              onLeave={() => attempt.reset() && setNamed(undefined)}
            />
          ) : (
            <>
              <PlaneHead title={isDone ? 'Следующий' : 'Кто платит'} />
              <PayerField key={isDone ? 'next' : 'first'} onNamed={name} />
            </>
          )}
        </div>
        <ShiftPart
          shift={shift}
          register={desk.register}
          onReport={() => setShown('report')}
          onSafe={() => setShown('safe')}
          onClose={() => setShown('close')}
        />
      </div>
      <PaymentsPart payments={desk.payments} onUndo={(undo) => setShown({ undo })} onCopy={copy} />
      <DeskDialogs
        {...{ shown, desk, shift, onPrint, onClosed }}
        onHide={hide}
        onUndone={() => {
          hide();
          if (!isDone) return;
          attempt.reset();
          setNamed(undefined);
        }}
      />
    </>
  );
}

interface DialogsProps extends OpenDeskProps {
  shown: Shown | undefined;
  onHide: () => void;
  onUndone: () => void;
}

function DeskDialogs({ shown, desk, shift, onPrint, onClosed, onHide, onUndone }: DialogsProps) {
  if (shown === 'report') return <ReportDialog shift={shift} onPrint={onPrint} onClose={onHide} />;
  if (shown === 'safe') return <SafeDialog shift={shift} onClose={onHide} />;
  if (shown === 'close') {
    const close = (report: ShiftView): void => {
      onHide();
      onClosed(report);
    };
    return <CloseDialog shift={shift} alone={desk.alone_difference} onClose={onHide} onClosed={close} />;
  }
  const undone = desk.payments.find(({ transaction_id: id }) => id === shown?.undo);
  return undone ? <UndoDialog payment={undone} onClose={onHide} onUndone={onUndone} /> : null;
}
