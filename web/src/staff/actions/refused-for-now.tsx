import { Callout } from '#web/ui/card/callout.tsx';

/** Why a change of a contract cannot be made yet. */
export const RefusedForNow = ({ refusal }: { refusal: string }) => (
  <Callout tone="wait" title="Пока нельзя.">
    {refusal}.
  </Callout>
);
