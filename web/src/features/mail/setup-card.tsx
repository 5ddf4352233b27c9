import { QrCode } from '#web/shared/page/qr-code.tsx';
import { Address } from '#web/ui/text/address.tsx';
import { LinkButton } from '#web/ui/button/button.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { copyText } from '#web/ui/toast/copy.ts';
import { VisuallyHidden } from '#web/ui/text/hidden.tsx';
import { Icon } from '#web/ui/icon/icon.tsx';
import type { Mailbox } from './mail-data.ts';
import mail from './mail.module.css';
import styles from './setup-card.module.css';

type Server = NonNullable<Mailbox['servers']>['imap'];

const securities = { ssl: 'SSL', starttls: 'STARTTLS' } as const;
const PROFILE = 'Профиль для iPhone и\u00a0Mac';
const CODE = 'QR-код: профиль почты для iPhone и\u00a0iPad';
const PROGRAMS = 'Outlook, Thunderbird и\u00a0K-9 находят настройки сами: хватит адреса и\u00a0пароля.';
const WITH_CODE =
  'iPhone и\u00a0iPad: наведите камеру на\u00a0код, откроется готовая настройка, останется ввести пароль.';
const WITHOUT_CODE = 'iPhone и\u00a0iPad: откройте профиль, останется ввести пароль.';

const copy = (what: string, value: string): void => void copyText(value, `Скопировали: ${what}`, value);

/** Settings of mail programs: automatic first, by hand below. */
export function MailSetupCard({ box }: { box: Mailbox }) {
  const { servers, profile } = box;
  if (!servers) return null;
  return (
    <Card title="Почта на телефоне и компьютере">
      <div className={mail.body}>
        <div className={styles.automatic}>
          <div className={styles.words}>
            {profile !== null && <Apple />}
            <p className={mail.small}>{PROGRAMS}</p>
            <div className={mail.buttons}>
              {profile !== null && (
                <LinkButton to={profile} external look="soft" size="sm" icon="smartphone">
                  {PROFILE}
                </LinkButton>
              )}
              {servers.webmail !== null && (
                <LinkButton to={servers.webmail} external look="plain" size="sm" icon="mail">
                  Открыть почту в&nbsp;браузере
                </LinkButton>
              )}
            </div>
          </div>
          {profile !== null && (
            <div className={styles.code}>
              <QrCode payload={new URL(profile, window.location.href).href} label={CODE} />
            </div>
          )}
        </div>
        <ByHand address={box.address} servers={servers} />
      </div>
    </Card>
  );
}

/** A camera reads the code of another screen, so a phone is told of the button only. */
const Apple = () => (
  <>
    <p className={styles.withCode}>{WITH_CODE}</p>
    <p className={styles.withoutCode}>{WITHOUT_CODE}</p>
  </>
);

type Row = readonly [name: string, what: string, value: string, note?: string];

function ByHand({ address, servers }: { address: string; servers: NonNullable<Mailbox['servers']> }) {
  const { imap, pop3, smtp } = servers;
  const rows: readonly Row[] = [
    ['Логин', 'логин', address],
    ['Входящие, IMAP', 'сервер IMAP', imap.host, portText(imap)],
    ...(pop3 ? ([['Входящие, POP3', 'сервер POP3', pop3.host, portText(pop3)]] as const) : []),
    ['Исходящие, SMTP', 'сервер SMTP', smtp.host, portText(smtp)],
  ];
  return (
    <div className={styles.byHand}>
      <h3>Ввести вручную</h3>
      <ul>
        {rows.map(([name, what, value, note]) => (
          <li key={name}>
            <span className={styles.name}>{name}</span>
            <span className={styles.value}>
              {value === address ? <Address>{value}</Address> : value} {note !== undefined && <small>{note}</small>}
            </span>
            <button type="button" className={styles.copy} onClick={() => copy(what, value)}>
              <Icon name="copy" size="sm" />
              <span aria-hidden="true">Скопировать</span>
              <VisuallyHidden>{`Скопировать: ${what}`}</VisuallyHidden>
            </button>
          </li>
        ))}
        <li>
          <span className={styles.name}>Пароль</span>
          <span className={styles.value}>тот, что вы задали</span>
        </li>
      </ul>
    </div>
  );
}

const portText = ({ port, security }: Server): string => `порт\u00a0${port}, ${securities[security]}`;
