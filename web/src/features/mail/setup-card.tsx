import { IconButton, LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { saySuccess } from '#ui/toast-store.ts';
import type { Mailbox } from './mail-data.ts';
import styles from './mail.module.css';

type Server = NonNullable<Mailbox['servers']>['imap'];

const securities = { ssl: 'SSL', starttls: 'STARTTLS' } as const;

const HOW =
  'Откройте профиль на\u00a0iPhone, iPad или Mac: останется ввести пароль. Thunderbird и\u00a0K-9 находят настройки сами, хватит адреса и\u00a0пароля.';
const PROFILE = 'Профиль для iPhone и\u00a0Mac';

/** The clipboard may be forbidden: then the value on the screen can be copied by hand. */
const copy = (what: string, value: string): void =>
  void navigator.clipboard.writeText(value).then(
    () => saySuccess(`Скопировали: ${what}`, value),
    () => undefined,
  );

/** Settings of mail programs: automatic first, by hand below. */
export function SetupCard({ box: { address, servers, profile } }: { box: Mailbox }) {
  if (!servers) return null;
  const rows: readonly (readonly [name: string, what: string, value: string, note?: string])[] = [
    ['Логин', 'логин', address],
    ['Входящие, IMAP', 'сервер IMAP', servers.imap.host, portText(servers.imap)],
    ...(servers.pop3 ? ([['Входящие, POP3', 'сервер POP3', servers.pop3.host, portText(servers.pop3)]] as const) : []),
    ['Исходящие, SMTP', 'сервер SMTP', servers.smtp.host, portText(servers.smtp)],
  ];
  return (
    <Card title="Почта на телефоне и компьютере">
      <div className={styles.body}>
        <p className={styles.small}>{HOW}</p>
        <div className={styles.buttons}>
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
        <div>
          <h3>Ввести вручную</h3>
          <ul className={styles.creds}>
            {rows.map(([name, what, value, note]) => (
              <li key={name}>
                <span>{name}</span>
                <span className={styles.value}>
                  {value} {note !== undefined && <small>{note}</small>}
                </span>
                <IconButton icon="copy" label={`Скопировать: ${what}`} onClick={() => copy(what, value)} />
              </li>
            ))}
            <li>
              <span>Пароль</span>
              <span className={styles.value}>тот, что вы задали</span>
            </li>
          </ul>
        </div>
      </div>
    </Card>
  );
}

const portText = ({ port, security }: Server): string => `порт\u00a0${port}, ${securities[security]}`;
