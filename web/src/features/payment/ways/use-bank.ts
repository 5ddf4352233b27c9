import { useEffect, useState } from 'react';
import { loadBankWait } from './later-bank-wait.tsx';
import type { BankVisit } from './bank-visit.ts';
import type { Sbp } from './use-sbp.ts';

const ENDED: ReadonlySet<Sbp['kind']> = new Set(['failed', 'expired', 'rejected', 'refunded']);

/** Opens the bank in this tab as soon as there is a code: the tap that asked for it is the only one. */
export function useBank(code: Exclude<Sbp, { kind: 'received' }>, { isReady, leave }: BankVisit) {
  const [isOpening, setOpening] = useState(false);
  const payload = code.kind === 'waiting' && isReady ? code.payload : undefined;
  const isEnded = ENDED.has(code.kind);
  useEffect(() => {
    if (payload !== undefined) void loadBankWait().catch(() => undefined);
  }, [payload]);
  useEffect(() => {
    if (!isOpening || (payload === undefined && !isEnded)) return;
    setOpening(false);
    if (payload === undefined) return;
    leave();
    window.location.assign(payload);
  }, [isOpening, payload, isEnded, leave]);
  return { isOpening, open: () => setOpening(true) };
}
