import { dayOf, momentText } from '#web/lib/text/format.ts';
import { now } from '#web/lib/clock/clock.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import type { contract, Wire } from '../api/contract.ts';

/** The link of an invitation, shown this once. */
export function InvitationLink({ invited }: { invited: Wire<typeof contract.staff.invite> }) {
  return (
    <>
      <Callout tone="wait" title="Передайте ссылку лично.">
        Она сработает один раз, до {momentText(invited.until, dayOf(now()))}. Второй раз мы её не покажем.
      </Callout>
      <Field label="Ссылка для первого входа" readOnly value={invited.link} onFocus={({ target }) => target.select()} />
      <Button wide icon="copy" onClick={() => void copyText(invited.link, 'Скопировали ссылку')}>
        Скопировать ссылку
      </Button>
    </>
  );
}
