import { useEffect, useRef, useState } from 'react';
import { readable } from '#web/lib/text/readable.ts';
import { errorLoad } from '#web/lib/text/texts.ts';
import { hashText } from '#web/lib/page/hash-text.ts';
import { useNavigate } from '#web/lib/page/router.tsx';
import { Button, ButtonRow } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { Skeleton } from '#web/ui/card/skeleton.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Wire } from '../api/contract.ts';
import type { Me } from '../api/me.ts';
import { ChooseEntry } from './choose-entry.tsx';
import styles from './entry.module.css';
import { SpareCodeList } from './spare-code-list.tsx';

type Opened = Wire<typeof contract.entry.openInvitation>;
type Accepted = Wire<typeof contract.entry.acceptInvitation>;

/** The code of a link stands behind its `#`, so that no server logs it; it leaves the address at once. */
function codeOfLink(): string {
  const code = hashText(window.location.hash) ?? '';
  if (code !== '') window.history.replaceState(null, '', window.location.pathname);
  return code;
}

/** The first entry of a person: a password, a passkey or an app with codes, ten spare codes. */
export function InvitationPage({ onEntered }: { onEntered: (me: Me) => void }) {
  const [code] = useState(codeOfLink);
  const [opened, setOpened] = useState<Opened>();
  const [failure, setFailure] = useState<Error>();
  const [accepted, setAccepted] = useState<Accepted>();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    sendForStaff(contract.entry.openInvitation, { body: { code } }).then(setOpened, setFailure);
  }, [code]);
  return (
    <main id="main" className={styles.gate}>
      <div className={`${styles.door} ${styles.wide}`}>
        {failure && (
          <Callout tone="bad" role="alert" title="Приглашение не открылось.">
            {readable(failure.message, errorLoad)}.
          </Callout>
        )}
        {!opened && !failure && <Skeleton height="12rem" round="md" />}
        {opened && !accepted && <ChooseEntry code={code} invited={opened} onDone={setAccepted} />}
        {accepted && <SpareCodes accepted={accepted} onEntered={onEntered} />}
      </div>
    </main>
  );
}

/** Shown this once: each lets in one time without the app. */
function SpareCodes({ accepted, onEntered }: { accepted: Accepted; onEntered: (me: Me) => void }) {
  const navigate = useNavigate();
  const codes = accepted.spare_codes;
  const go = (): void => {
    onEntered(accepted.me);
    navigate('/', { replace: true });
  };
  return (
    <>
      <div>
        <h1>Вы вошли. Сохраните запасные коды</h1>
        <p className={styles.lead}>
          Каждый один раз заменит второй шаг. Больше мы их не покажем: распечатайте или перепишите.
        </p>
      </div>
      <SpareCodeList codes={codes} />
      <ButtonRow>
        <Button onClick={go}>Открыть рабочее место</Button>
        <Button look="plain" icon="copy" onClick={() => void copyText(codes.join('\n'), 'Скопировали коды')}>
          Скопировать
        </Button>
        <Button look="plain" onClick={() => window.print()}>
          Напечатать
        </Button>
      </ButtonRow>
    </>
  );
}
