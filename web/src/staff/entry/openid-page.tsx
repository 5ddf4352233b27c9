import { useEffect, useRef, useState } from 'react';
import { readable } from '#web/lib/text/readable.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { sendForStaff } from '../api/client.ts';
import { contract } from '../api/contract.ts';
import type { Me } from '../api/me.ts';
import styles from './entry.module.css';
import { handBack, keepToLink, leaveForOpenId, takeBack } from './openid.ts';

const NOTHING = 'Вход не закончен. Начните его снова';
const CLOSE = 'Это окно можно закрыть';

interface OpenIdPageProps {
  onEntered: (me: Me) => void;
}

/** Where the provider's own sign-in comes back to; also the window that leaves for it to confirm. */
export function OpenIdPage({ onEntered }: OpenIdPageProps) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const goOn = async (): Promise<void> => {
    if (window.location.hash === '#confirm') return leaveForOpenId('confirm');
    const came = takeBack();
    if (!came) throw new Error(NOTHING);
    const { why, back, invitation } = came;
    if (why === 'confirm') {
      handBack(back);
      throw new Error(CLOSE);
    }
    if (why === 'link') keepToLink(back);
    else {
      const body = { back, ...(invitation !== undefined && { invitation }) };
      onEntered(await sendForStaff(contract.openId.finish, { body }));
    }
    navigate(why === 'link' ? '/me' : '/', { replace: true });
  };
  const start = useRef(goOn);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    start.current().catch((error: unknown) => setFailure(readable((error as Error).message, NOTHING)));
  }, []);
  return (
    <main id="main" className={styles.gate}>
      <div className={styles.door}>
        <h1>Рабочее место</h1>
        {failure === undefined ? (
          <Skeleton height="3rem" round="md" />
        ) : (
          <>
            <Callout tone={failure === CLOSE ? 'wait' : 'bad'} role="alert">
              {failure}.
            </Callout>
            {failure !== CLOSE && (
              <LinkButton to="/" look="plain" wide>
                На страницу входа
              </LinkButton>
            )}
          </>
        )}
      </div>
    </main>
  );
}
