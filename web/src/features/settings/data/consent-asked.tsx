import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import { Link } from '#web/lib/page/router.tsx';
import { Callout } from '#web/ui/card/callout.tsx';

/** A new version of a consent waits for a decision; nothing is closed until then. */
export function ConsentAsked() {
  const { data } = useCall(contract.consent.list, {});
  const asked = data?.consents.filter(({ is_asked: isAsked }) => isAsked) ?? [];
  if (asked.length === 0) return null;
  return (
    <Callout
      title={asked.length === 1 ? 'Новая редакция согласия.' : 'Новые редакции согласий.'}
      action={<Link to="/settings/consents">Прочитать и решить</Link>}
    >
      {asked.map(({ title }) => `«${title}»`).join(', ')}. Услуги работают как прежде.
    </Callout>
  );
}
