import { refusalOf } from '#web/api/refusal.ts';
import { readable } from '#web/lib/text/readable.ts';
import { Callout } from '#web/ui/card/callout.tsx';

interface RefusedProps {
  failure: Error | null | undefined;
  /** «Не сохранили.» */
  title: string;
  /** What to do, if the refusal does not say it. */
  advice: string;
}

/** Why it was not done; nothing, if it was. */
export function Refused({ failure, title, advice }: RefusedProps) {
  const refusal = refusalOf(failure ?? null);
  if (!refusal) return null;
  return (
    <Callout tone="wait" role="alert" title={title}>
      {readable(refusal.message, advice)}.
    </Callout>
  );
}
