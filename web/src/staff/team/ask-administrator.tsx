import { ApiError } from '#web/api/api-error.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Callout } from '#web/ui/card/callout.tsx';
import type { contract, Request } from '../api/contract.ts';
import { AskSecond } from '../look/ask-second.tsx';

interface AskAdministratorProps {
  failure: Error | undefined;
  call: string;
  input: Request<typeof contract.approvals.ask>['body']['input'];
  reason: string;
  onAsked: () => void;
}

/** Whether it is a right that two give. */
export const isForTwo = (failure: Error | undefined): failure is ApiError =>
  failure instanceof ApiError && failure.code === 'second_person_needed';

/** Access to money and to rights is given by two: who cannot give it alone asks the second one here. */
export function AskAdministrator({ failure, ...asked }: AskAdministratorProps) {
  if (!isForTwo(failure)) return null;
  return (
    <>
      <Callout tone="wait" role="status" title="Нужен второй.">
        {readable(failure.message.replace(/: [a-z ]+$/, ''), 'Повторите через минуту')}.
      </Callout>
      <AskSecond failure={failure} {...asked} />
    </>
  );
}
