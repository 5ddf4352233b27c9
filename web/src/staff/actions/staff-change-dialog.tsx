import { useState, type ReactNode } from 'react';
import { refusalOf } from '#web/api/refusal.ts';
import { rubles } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { ChangeWarnings } from '#web/shared/change/change-warnings.tsx';
import { MoneyPreview, type ChangeSummary } from '#web/shared/change/money-preview.tsx';
import { PriceChange } from '#web/shared/change/price-change.tsx';
import { isZero } from '#web/shared/money/account-sums.ts';
import { Loaded, type LoadedQuery } from '#web/shared/page/loaded.tsx';
import { Button, type ButtonLook } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import styles from './actions.module.css';

/** What a change of terms does, by its rehearsal. */
export type StaffChange = Omit<ChangeSummary, 'version'> & { readonly version: number };

interface StaffChangeDialogProps {
  title: string;
  verb: string;
  look?: ButtonLook;
  /** «Не менять». */
  back: string;
  /** undefined: something must be chosen or written first. */
  rehearsal: LoadedQuery<StaffChange> | undefined;
  today: string;
  /** In debt nothing is charged now, so missing money forbids nothing. */
  inDebt: boolean;
  /** Makes the change on the version that was shown; calls back if it is refused. */
  onConfirm: (version: number, refused: (failure: Error) => void) => void;
  isBusy: boolean;
  onClose: () => void;
  /** Above the consequences: what is chosen or written. */
  children?: ReactNode;
}

/** A change of terms: its consequences to the kopeck, to be read aloud, and one button. */
export function StaffChangeDialog(props: StaffChangeDialogProps) {
  const { title, verb, look = 'solid', back, rehearsal, isBusy, onConfirm, onClose, children } = props;
  const [refused, setRefused] = useState<string>();
  const told = possibleOf(props);
  const confirm = (): void => {
    if (told) onConfirm(told.version, ({ message }) => setRefused(readable(message, 'Повторите')));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button look={look} busy={isBusy} aria-disabled={told === undefined || undefined} onClick={confirm}>
            {verb}
          </Button>
          <Button look="plain" onClick={onClose}>
            {back}
          </Button>
        </>
      }
    >
      {children}
      {refused !== undefined && (
        <Callout tone="bad" role="alert" title="Не сделали.">
          {refused}.
        </Callout>
      )}
      {rehearsal && <Consequences {...props} rehearsal={rehearsal} />}
    </Dialog>
  );
}

/** The change, if it can be made now. */
function possibleOf({ rehearsal, inDebt }: StaffChangeDialogProps): StaffChange | undefined {
  const told = rehearsal?.error ? undefined : rehearsal?.data;
  return told && (inDebt || isZero(told.missing)) ? told : undefined;
}

function Consequences({
  rehearsal,
  today,
  inDebt,
}: Pick<StaffChangeDialogProps, 'today' | 'inDebt'> & { rehearsal: LoadedQuery<StaffChange> }) {
  const refusal = refusalOf(rehearsal.error);
  return (
    <div className={styles.consequences} aria-live="polite">
      {refusal ? (
        <Callout tone="wait" title="Сейчас нельзя.">
          {readable(refusal.message, 'Спросите инженера')}.
        </Callout>
      ) : (
        <Loaded
          alone
          answer={rehearsal}
          failed="Не удалось посчитать, сколько это стоит."
          skeleton={<SkeletonRows label="Считаем" count={3} tile={false} />}
        >
          {(told) => {
            const summary = { ...told, version: String(told.version) };
            return (
              <>
                <PriceChange told={summary} inDebt={inDebt} today={today} />
                {!isZero(told.missing) && !inDebt && (
                  <Callout tone="wait" title={`Не хватает ${rubles(told.missing)}.`}>
                    Отправьте ссылку на&nbsp;оплату или дайте обещанный платёж.
                  </Callout>
                )}
                <ChangeWarnings told={summary} today={today} />
                <MoneyPreview told={summary} today={today} />
              </>
            );
          }}
        </Loaded>
      )}
    </div>
  );
}
