import type { ReactNode } from 'react';
import { rubles } from '#web/lib/text/format.ts';
import { ChangeWarnings } from '#web/shared/change/change-warnings.tsx';
import { MoneyPreview, type ChangeSummary } from '#web/shared/change/money-preview.tsx';
import { PriceChange } from '#web/shared/change/price-change.tsx';
import { isZero } from '#web/shared/money/account-sums.ts';
import type { LoadedQuery } from '#web/shared/page/loaded.tsx';
import type { ButtonLook } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { RehearsedDialog } from './rehearsed-dialog.tsx';

/** What a change of terms does, by its rehearsal. */
type StaffChange = Omit<ChangeSummary, 'version'> & { readonly version: number };

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
export const StaffChangeDialog = ({ today, inDebt, ...dialog }: StaffChangeDialogProps) => (
  <RehearsedDialog
    {...dialog}
    isPossible={({ missing }) => inDebt || isZero(missing)}
    consequences={(told) => <Sums told={told} today={today} inDebt={inDebt} />}
  />
);

interface SumsProps extends Pick<StaffChangeDialogProps, 'today' | 'inDebt'> {
  told: StaffChange;
}

function Sums({ told, today, inDebt }: SumsProps) {
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
}
