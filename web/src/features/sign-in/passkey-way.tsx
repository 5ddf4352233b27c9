import { useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { send } from '#web/api/client.ts';
import { contract } from '#web/api/contract.ts';
import { hasPasskeys, hasPasskeysInField, isDeclined, signByPasskey } from '#web/api/passkey.ts';
import { Host, isAtDomain } from '#web/lib/page/host.ts';
import { readable } from '#web/lib/text/readable.ts';
import { useLocation, useNavigate } from '#web/lib/page/router.tsx';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { destination } from './destination.ts';
import styles from './passkey-way.module.css';

const FAILED = 'Войти ключом не получилось. Повторите или войдите с паролем';

const neverChanges = () => () => undefined;

/** Signs in by a passkey: by the button, or by the passkey that the browser offers in the field of the login. */
export function PasskeyWay() {
  const navigate = useNavigate();
  const host = useContext(Host);
  // The server renders this: it knows the address, but not the browser, and nearly every browser has passkeys.
  const canUsePasskeys = useSyncExternalStore(neverChanges, hasPasskeys, () => isAtDomain(host));
  const { search } = useLocation();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const enter = async (inField: boolean): Promise<void> => {
    try {
      const passkey = await signByPasskey({ inField });
      setPending(true);
      await send(contract.auth.token, { body: { grant: 'passkey', passkey } });
      navigate(destination(search), { replace: true });
    } catch (error) {
      setPending(false);
      // The field offers a passkey by itself: nobody has asked for it, so only a refused passkey is worth a word.
      if (isDeclined(error) || (inField && !(error instanceof ApiError && error.code === 'passkey_refused'))) return;
      setFailure(error instanceof ApiError ? readable(error.message, FAILED) : FAILED);
    }
  };

  const offer = useRef(() => void enter(true));
  useEffect(() => {
    void hasPasskeysInField().then((has) => has && offer.current());
  }, []);

  if (!canUsePasskeys) return null;
  return (
    <div className={styles.passkey}>
      <Button
        look="line"
        icon="key"
        wide
        busy={isPending}
        onClick={() => {
          setFailure(undefined);
          void enter(false);
        }}
      >
        Без пароля, ключом
      </Button>
      {failure !== undefined && (
        <Callout tone="bad" role="alert" title="Ключ не открыл кабинет.">
          {failure}.
        </Callout>
      )}
    </div>
  );
}
