import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { visitHours, type BookedWindow } from '../visits.texts.ts';
import { useOwnSteps } from './own-steps.ts';
import type { VisitStep } from './steps.rules.ts';

type Done = Pick<VisitStep, 'deed' | 'arrival' | 'text' | 'connects'> & Partial<Pick<VisitStep, 'files'>>;

/** Does a step of a visit: it is kept on the telephone first, and told as soon as there is a network. Resolves when it is kept. */
export function useStep({ from, to, order }: BookedWindow) {
  const { queue } = useOwnSteps();
  return async (done: Done, [title, text]: readonly [string, string]): Promise<void> => {
    const { order_id: orderId, contract_id: contractId, goal } = order;
    const visit = `${visitHours({ from, to })}, ${goal}`;
    const { outcome } = await queue.add({ files: [], ...done, orderId, contractId, visit });
    void outcome.then((end) => {
      if (end === 'sent') saySuccess(title, text);
      else if (end === 'kept') saySuccess('Сохранили на телефоне', 'Отправим, когда появится связь');
      else sayError(undefined, 'Причина — в списке «Мои шаги»');
    });
  };
}
