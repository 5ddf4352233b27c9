import { useState, type ReactNode } from 'react';
import { keepTogether, rubles } from '#web/lib/text/format.ts';
import { LineFacts } from '#web/shared/money/line-facts.tsx';
import { isZero } from '#web/shared/money/account-sums.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { CorrectDialog } from '../actions/correct-dialog.tsx';
import { RefundDialog } from '../actions/refund-dialog.tsx';
import { UndoTransferDialog } from '../inbox/undo-transfer-dialog.tsx';
import { contract, type Wire } from '../api/contract.ts';
import { useMay } from '../api/me.ts';
import { useAnswer } from '../api/use-call.ts';

type TimelineEntry = Wire<typeof contract.timeline.read>['items'][number];
export type MoneyLine = NonNullable<TimelineEntry['movement']>;
type LineRemedy = Wire<typeof contract.ledger.line>;

interface MoneyLineProps {
  contractId: number;
  line: MoneyLine;
  onClose: () => void;
}

/** What a line was made of, as its subscriber reads it, and what can be done about it. */
export function MoneyLineDialog({ contractId, line, onClose }: MoneyLineProps) {
  const [asked, setAsked] = useState<ReactNode>();
  const maySee = useMay('line show');
  const mayAsk = useMay('approvals ask');
  const query = { contract_id: String(contractId), entry_id: String(line.entry_id) };
  const { data: known } = useAnswer(contract.ledger.line, { query }, { enabled: maySee && mayAsk });
  const mayUndo = useMay('transfers undo');
  const remedy = known && remedyOf(known, { line, mayUndo, onClose });
  const actions = remedy && (
    <Button look="line" onClick={() => setAsked(remedy.dialog)}>
      {remedy.text}
    </Button>
  );
  if (asked !== undefined) return asked;
  return (
    <Dialog open onClose={onClose} title={keepTogether(line.text)} {...(actions && { actions })}>
      <p>
        <Money value={line.amount} size="lg" signed />
      </p>
      <LineFacts line={line} />
    </Dialog>
  );
}

interface LineWay {
  readonly text: string;
  readonly dialog: ReactNode;
}

interface RemedyContext extends Pick<MoneyLineProps, 'line' | 'onClose'> {
  readonly mayUndo: boolean;
}

/** What can be done about it; who may not do it himself asks somebody. */
function remedyOf(known: LineRemedy, { line, mayUndo, onClose }: RemedyContext): LineWay | undefined {
  const { remedy, refundable } = known;
  if (remedy === 'correct') {
    return {
      text: 'Вернуть списанное…',
      dialog: <CorrectDialog known={known} text={line.text} onClose={onClose} />,
    };
  }
  if (remedy === 'transfer') {
    if (!mayUndo) return undefined;
    return { text: 'Отменить зачисление…', dialog: <UndoTransferDialog known={known} onClose={onClose} /> };
  }
  if (remedy !== 'refund' || refundable === null || isZero(refundable)) return undefined;
  return { text: `Вернуть до ${rubles(refundable)}…`, dialog: <RefundDialog known={known} onClose={onClose} /> };
}
