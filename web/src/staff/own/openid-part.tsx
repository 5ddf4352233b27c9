import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button/button.tsx';
import { sayError, saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract } from '../api/contract.ts';
import { useMe } from '../api/me.ts';
import { useChange } from '../api/use-call.ts';
import { leaveForOpenId, takeToLink } from '../entry/openid.ts';
import { useOpenIdLabel } from '../entry/openid-button.tsx';
import plane from '../look/plane.module.css';
import { Part } from '../look/plane.tsx';

/** The own account of the provider's sign-in, if it has one. */
export function OpenIdPart() {
  const label = useOpenIdLabel();
  const isLinked = useMe().session?.openid ?? false;
  const [isLeaving, setLeaving] = useState(false);
  const unlink = useChange(contract.ownOpenId.unlink);
  const { mutate } = useChange(contract.ownOpenId.link);
  const finish = useRef(() => {
    const back = takeToLink();
    if (!back) return;
    mutate(
      { body: { back } },
      {
        onSuccess: () => saySuccess('Связали', 'Теперь ею можно войти'),
        onError: (failure) => void sayError(failure, 'Связать не получилось. Повторите'),
      },
    );
  });
  useEffect(() => finish.current(), []);
  if (label === undefined) return null;
  const link = (): void => {
    setLeaving(true);
    leaveForOpenId('link').catch((failure: unknown) => {
      setLeaving(false);
      sayError(failure, 'Связать не получилось. Повторите');
    });
  };
  const cut = (): void =>
    unlink.mutate(
      { body: {} },
      {
        onSuccess: () => saySuccess('Отвязали', 'Этой учётной записью сюда больше не войти'),
        onError: (failure) => void sayError(failure, 'Отвязать не получилось. Повторите'),
      },
    );
  return (
    <Part
      title="Учётная запись компании"
      aside={
        isLinked ? (
          <Button look="plain" size="sm" busy={unlink.isPending} onClick={cut}>
            Отвязать
          </Button>
        ) : (
          <Button look="plain" size="sm" busy={isLeaving} onClick={link}>
            Связать
          </Button>
        )
      }
    >
      <p className={plane.muted}>
        {isLinked
          ? `Сюда можно войти ${label}.`
          : `Свяжите её, и сюда можно будет войти ${label}, без отдельного пароля.`}
      </p>
    </Part>
  );
}
