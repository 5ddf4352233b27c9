import { contract } from '../../api/contract.ts';
import { useAnswer } from '../../api/use-call.ts';
import type { CallPlan } from './add-package-dialog.tsx';

/** The plans that have calls: of the telephone and of SIP. */
export function useCallPlans(): readonly CallPlan[] {
  const { data = [] } = useAnswer(contract.catalogue.list, { query: { kind: 'plan' } });
  return data.filter(({ service }) => service === 'telephone' || service === 'sip');
}
