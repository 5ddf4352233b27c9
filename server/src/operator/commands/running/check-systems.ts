import { bankUrl } from '#server/integrations/acquirer/real.ts';
import { anchorTrouble } from '#server/integrations/anchors/file.ts';
import { billingViews } from '#server/integrations/billing-views/by-address.ts';
import { reachHttp, reachPort, reachProgram, reachSmtp, type Reach } from '#server/integrations/reach.ts';
import { openIdConnect, type OpenIdSettings } from '#server/integrations/openid/openid-connect.ts';
import { fromRoot, type Config } from '../../../config/config.ts';
import { USUAL_TWENTYFOUR_URL as TV_URL } from '../../../config/tv.ts';

/** An outside system, as an operator knows it. */
interface System {
  readonly name: string;
  /** What connects it. */
  readonly setting: string;
  /** What subscribers notice if it is not connected. */
  readonly without: string;
  /** Its servers; none if it is not connected. */
  readonly servers: readonly Server[];
  /** Connected, though there is no server to try. */
  readonly isConnected?: boolean;
}

interface Server {
  readonly host: string;
  readonly reach: Reach;
}

const hostOf = (url: string): string => new URL(url).host;
const http = (url: string | undefined): Server[] =>
  url === undefined ? [] : [{ host: hostOf(url), reach: reachHttp(url) }];

/** Usual ports of SMPP. */
const smpp = (url: string): Server => {
  const isSecure = url.startsWith('smpps:');
  return { host: hostOf(url), reach: reachPort(url, isSecure ? 3550 : 2775, isSecure) };
};

/** Its description must be readable and name this very issuer. */
const discovered = (settings: OpenIdSettings): Server => ({
  host: hostOf(settings.issuer),
  reach: () =>
    openIdConnect(settings)
      .look()
      .then(
        () => undefined,
        (error: unknown) => reasonIn(error),
      ),
});

function reasonIn(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}

const CODES = 'пароль так не восстановить, контакт не подтвердить';

const messagingOf = ({ messaging, WEB_PUSH_CONTACT }: Config): System[] => [
  {
    name: 'почта',
    setting: 'SMTP_URL',
    without: `письма складываются в папку: ${CODES}, чеки и документы не придут`,
    servers: messaging.smtp ? [{ host: hostOf(messaging.smtp.url), reach: reachSmtp(messaging.smtp.url) }] : [],
  },
  {
    name: 'СМС',
    setting: 'SMPP_URL или SMSC_LOGIN',
    without: `сообщения складываются в папку: ${CODES}, о входе и долге СМС не придёт`,
    servers: [
      ...(messaging.smpp ? [smpp(messaging.smpp.url)] : []),
      ...(messaging.sms ?? []).flatMap(({ url }) => http(url)),
    ],
  },
  {
    name: 'MAX',
    setting: 'MAX_BOT',
    without: 'в кабинете этого бота нет',
    servers: http(messaging.max?.url),
  },
  {
    name: 'уведомления в браузере',
    setting: 'WEB_PUSH_CONTACT',
    without: 'включить их в кабинете нельзя',
    servers: [],
    isConnected: WEB_PUSH_CONTACT !== undefined,
  },
];

const moneyOf = ({ acquirer, atol, FISCAL, KABINET_PAYMENT_AGENTS }: Config): System[] => [
  {
    name: 'банк',
    setting: 'ACQUIRER',
    without: 'оплаты по QR и автоплатежа в кабинете нет',
    servers: http(acquirer && bankUrl(acquirer)),
  },
  {
    name: 'терминалы и банки, которые приносят платежи сами',
    setting: 'KABINET_PAYMENT_AGENTS',
    without: 'через них не заплатить',
    servers: [],
    isConnected: KABINET_PAYMENT_AGENTS !== undefined,
  },
  {
    name: 'касса',
    setting: 'ATOL_GROUP или FISCAL=none',
    without: 'чеков от кабинета не будет',
    servers: http(atol?.url),
    isConnected: FISCAL === 'none',
  },
];

const anchors = (path: string): Server => ({ host: path, reach: () => anchorTrouble(path) });

const safetyOf = ({ AUDIT_ANCHOR_FILE, openId }: Config): System[] => [
  {
    name: 'якоря журнала вне базы',
    setting: 'AUDIT_ANCHOR_FILE, docs/staff.md',
    without: 'кто владеет базой, может переписать журнал операторов целиком, и audit verify этого не заметит',
    servers: AUDIT_ANCHOR_FILE === undefined ? [] : [anchors(fromRoot(AUDIT_ANCHOR_FILE))],
  },
  // Without it nothing is missing: the staff come in by passkeys, passwords and codes.
  ...(openId
    ? [{ name: 'вход сотрудников', setting: 'STAFF_OIDC_ISSUER', without: '', servers: [discovered(openId)] }]
    : []),
];

/** Tries its views, their columns and the right to the procedure. */
const billingServer = (url: string): Server => {
  const views = billingViews(url);
  const reach: Reach = () =>
    views.look().then(
      (missing) => (missing.length === 0 ? undefined : missing.join('; ')),
      (error: unknown) => reasonIn(error),
    );
  return { host: views.host, reach };
};

// Without it nothing is missing: another billing may be joined by a script, or there is none.
const billingOf = ({ BILLING_DATABASE_URL: url }: Config): System[] =>
  url === undefined
    ? []
    : [
        {
          name: 'другая расчётная система',
          setting: 'BILLING_DATABASE_URL',
          without: '',
          servers: [billingServer(url)],
        },
      ];

const networkServers = ({ networkSystem }: Config): Server[] => {
  if (networkSystem === undefined) return [];
  if ('url' in networkSystem) return http(networkSystem.url);
  return [{ host: networkSystem.program, reach: reachProgram(networkSystem.program) }];
};

const networkOf = (config: Config): System[] => [
  {
    name: 'сеть доступа в интернет',
    setting: 'KABINET_INTERNET, NETWORK_URL или NETWORK_PROGRAM, docs/network.md',
    without: 'кому и что включить, кабинет только записывает: RADIUS и коммутаторам он не приказывает',
    servers: networkServers(config),
    isConnected: config.KABINET_INTERNET !== undefined,
  },
  {
    name: 'ТВ',
    setting: 'KABINET_TV',
    without: 'услуги ТВ только записываются, приставок и приложений в кабинете нет',
    servers: config.KABINET_TV === undefined ? [] : http(config.TV_URL ?? TV_URL),
  },
  {
    name: 'SIP-телефония',
    setting: 'KABINET_SIP',
    without: 'линии только записываются, регистраций аппаратов в кабинете не видно',
    servers: [],
    isConnected: config.KABINET_SIP !== undefined,
  },
  {
    name: 'почтовый сервер ящиков',
    setting: 'KABINET_MAIL_DOVEADM_URL',
    without: 'закрытый или сменивший пароль ящик остаётся открытым в почтовых программах',
    servers: http(config.mailServer?.url),
  },
  {
    name: 'нагрузка сети',
    setting: 'PROMETHEUS_URL',
    without: 'на странице сети её нет',
    servers: http(config.PROMETHEUS_URL),
  },
];

const supportOf = ({ helpDesk, files, messaging }: Config): System[] => [
  {
    name: 'система заявок',
    setting: 'HELP_DESK_URL',
    without: 'заявки видны только в orders list',
    servers: http(helpDesk?.url),
  },
  // Without these two nothing is missing: files are in the database, and a foreign messenger is no duty.
  ...(files ? [{ name: 'хранилище файлов', setting: 'FILES_S3_URL', without: '', servers: http(files.url) }] : []),
  ...(messaging.telegram
    ? [{ name: 'Telegram', setting: 'TELEGRAM_BOT', without: '', servers: http(messaging.telegram.url) }]
    : []),
];

export interface Systems {
  /** A line for each system that is not connected: what follows for subscribers, and the cure. */
  readonly absent: readonly string[];
  /** A line for each server that does not answer. */
  readonly silent: readonly string[];
}

/** Which outside systems are connected, and which of their servers answer. In the demo the built-in ones count as connected. */
export async function lookAtSystems(config: Config): Promise<Systems> {
  const systems = [
    ...messagingOf(config),
    ...moneyOf(config),
    ...billingOf(config),
    ...networkOf(config),
    ...supportOf(config),
    ...safetyOf(config),
  ];
  const isAbsent = ({ servers, isConnected = false }: System): boolean => servers.length === 0 && !isConnected;
  const tried = systems.flatMap(({ name, servers }) => servers.map((server) => sayIfSilent(name, server)));
  return {
    absent: config.isDemo
      ? []
      : systems.filter(isAbsent).map(({ name, without, setting }) => `${name}: ${without} (${setting})`),
    silent: (await Promise.all(tried)).flat(),
  };
}

async function sayIfSilent(name: string, { host, reach }: Server): Promise<string[]> {
  const reason = await reach();
  return reason === undefined ? [] : [`${name}, ${host}: ${reason}`];
}
