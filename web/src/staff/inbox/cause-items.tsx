import type { ReactNode } from 'react';
import { BankMoney } from './bank-money.tsx';
import { Charges, Conflicts, BankFindings, Refunds } from './differences.tsx';
import { Drawers } from './drawers.tsx';
import type { Waiting } from './inbox.texts.ts';
import { HeldCalls } from './held-calls.tsx';
import { Effects, Jobs, Receipts } from './retried.tsx';
import { Transfers } from './transfers.tsx';

interface CauseProps {
  cause: string | null;
}

/** What each kind shows, and how it is decided. */
const KINDS: Partial<Record<Waiting['kind'], (props: CauseProps) => ReactNode>> = {
  surplus: () => <BankMoney outcome="surplus" />,
  mismatch: () => <BankMoney outcome="mismatch" />,
  transfer: () => <Transfers />,
  refund: Refunds,
  finding: BankFindings,
  conflict: Conflicts,
  drawer: () => <Drawers />,
  effect: Effects,
  job: Jobs,
  receipt: Receipts,
  charge: () => <Charges />,
  call: HeldCalls,
};

export function CauseItems({ item: { kind, cause } }: { item: Waiting }) {
  const Items = KINDS[kind];
  return Items ? <Items cause={cause} /> : null;
}
