import { MESSAGING_GROUPS } from './messaging.ts';
import { isPrivateAddress } from './private-address.ts';
import { TV_NEEDS } from './tv.ts';
import { isDemoIn, publicUrlOf, type EnvironmentSettings } from './environment.ts';

/** A setting to change, and the sentence that explains why. */
export interface SettingRefusal {
  readonly setting: string;
  readonly sentence: string;
}

/** Conflicts between settings that are valid separately. */
export const refusalsOf = (settings: EnvironmentSettings): SettingRefusal[] => [
  ...refusalOfAddress(settings),
  ...refusalOfStaffAddress(settings),
  ...refusalOfMetrics(settings),
  ...refusalOfProvider(settings),
  ...refusalOfServiceKey(settings),
  ...refusalsOfDatabases(settings),
  ...refusalsOfAcquirer(settings),
  ...refusalsOfAtol(settings),
  ...refusalsOfFiscal(settings),
  ...refusalsOfMessaging(settings),
  ...refusalsOfTv(settings),
  ...refusalsOfNetworkSystem(settings),
  ...refusalsOfMailServer(settings),
  ...refusalsOfFiles(settings),
  ...refusalsOfHelpDesk(settings),
  ...refusalsOfOpenId(settings),
  ...refusalsOfNetworkLoad(settings),
];

const wrong = (setting: string, why: string): SettingRefusal => ({
  setting,
  sentence: `настройка ${setting} неверна: ${why}`,
});
const missing = (setting: string, why: string): SettingRefusal => ({
  setting,
  sentence: `настройка ${setting} не задана: ${why}`,
});

function refusalOfAddress(settings: EnvironmentSettings): SettingRefusal[] {
  const url = publicUrlOf(settings);
  if (isPrivateAddress(url)) return [];
  return [wrong('PUBLIC_URL', `${url} должен начинаться с https://, иначе браузеры не отправят cookie сеанса`)];
}

/** One host would be the cabinet's and the staff's. */
function refusalOfStaffAddress(settings: EnvironmentSettings): SettingRefusal[] {
  const { STAFF_URL: url } = settings;
  if (url === undefined) return [];
  if (!isPrivateAddress(url)) {
    return [wrong('STAFF_URL', `${url} должен начинаться с https://, иначе браузеры не отправят cookie сеанса`)];
  }
  const isShared = new URL(url).host === new URL(publicUrlOf(settings)).host;
  return isShared
    ? [wrong('STAFF_URL', 'у рабочего места и кабинета один адрес: задайте другой или уберите настройку')]
    : [];
}

const refusalOfMetrics = ({ PORT, METRICS_PORT }: EnvironmentSettings): SettingRefusal[] =>
  PORT === METRICS_PORT
    ? [wrong('METRICS_PORT', `порт ${PORT} уже отдан страницам кабинета в PORT, задайте другой`)]
    : [];

/** One way to the network system, and one system for each kind of service. */
function refusalsOfNetworkSystem(settings: EnvironmentSettings): SettingRefusal[] {
  const { NETWORK_URL, NETWORK_SECRET, NETWORK_PROGRAM } = settings;
  const absent = absentOf({ NETWORK_URL, NETWORK_SECRET });
  if (NETWORK_PROGRAM !== undefined) {
    const isDouble = absent.length < 2;
    return isDouble
      ? [wrong('NETWORK_PROGRAM', 'система сети одна: или программа, или адрес NETWORK_URL')]
      : otherSystems(settings);
  }
  if (absent.length === 2) return [];
  if (absent.length === 0) return otherSystems(settings);
  return absent.map((name) => missing(name, 'системе сети нужны и адрес NETWORK_URL, и ключ NETWORK_SECRET'));
}

/** Kinds of services that the network system is to serve though another setting names a system for them. */
function otherSystems({
  NETWORK_KINDS,
  KABINET_INTERNET,
  KABINET_TV,
  KABINET_SIP,
  KABINET_MAIL_DOVEADM_URL,
}: EnvironmentSettings): SettingRefusal[] {
  const others = {
    internet: { KABINET_INTERNET },
    tv: { KABINET_TV },
    sip: { KABINET_SIP },
    mail: { KABINET_MAIL_DOVEADM_URL },
  };
  return Object.entries(others).flatMap(([kind, setting]) => {
    const [[name, value]] = Object.entries(setting) as [[string, string | undefined]];
    if (value === undefined || !NETWORK_KINDS.some((one) => one === kind)) return [];
    return [wrong('NETWORK_KINDS', `услуги ${kind} уже отданы системе из ${name}`)];
  });
}

/** The address and the key belong together. */
function refusalsOfMailServer({
  KABINET_MAIL_DOVEADM_URL: url,
  KABINET_MAIL_DOVEADM_KEY: key,
}: EnvironmentSettings): SettingRefusal[] {
  if ((url === undefined) === (key === undefined)) return [];
  const setting = url === undefined ? 'KABINET_MAIL_DOVEADM_URL' : 'KABINET_MAIL_DOVEADM_KEY';
  return [missing(setting, 'почтовому серверу нужны и адрес doveadm, и его ключ')];
}

/** All four or none: a part of them would keep files where nobody expects them. */
function refusalsOfFiles(settings: EnvironmentSettings): SettingRefusal[] {
  const { FILES_S3_URL, FILES_S3_BUCKET, FILES_S3_ACCESS_KEY, FILES_S3_SECRET_KEY } = settings;
  const all = { FILES_S3_URL, FILES_S3_BUCKET, FILES_S3_ACCESS_KEY, FILES_S3_SECRET_KEY };
  const absent = absentOf(all);
  if (absent.length === Object.keys(all).length) return [];
  return absent.map((name) => missing(name, 'хранилищу файлов нужны адрес, бакет и оба ключа'));
}

/** All three or none. */
function refusalsOfOpenId(settings: EnvironmentSettings): SettingRefusal[] {
  const { STAFF_OIDC_ISSUER, STAFF_OIDC_CLIENT_ID, STAFF_OIDC_CLIENT_SECRET } = settings;
  const absent = absentOf({ STAFF_OIDC_ISSUER, STAFF_OIDC_CLIENT_ID, STAFF_OIDC_CLIENT_SECRET });
  if (absent.length === 0 || absent.length === 3) return [];
  return absent.map((name) =>
    missing(
      name,
      'входу через OpenID Connect нужны STAFF_OIDC_ISSUER, STAFF_OIDC_CLIENT_ID и STAFF_OIDC_CLIENT_SECRET',
    ),
  );
}

/** The address and the secret belong together: an unsigned message is neither sent nor accepted. */
function refusalsOfHelpDesk({ HELP_DESK_URL, HELP_DESK_SECRET }: EnvironmentSettings): SettingRefusal[] {
  const absent = absentOf({ HELP_DESK_URL, HELP_DESK_SECRET });
  if (absent.length !== 1) return [];
  return absent.map((name) => missing(name, 'системе заявок нужны и адрес HELP_DESK_URL, и ключ HELP_DESK_SECRET'));
}

/** Prometheus and the queries belong together; its token may be sent only over https or within this machine. */
function refusalsOfNetworkLoad({
  NETWORK_LOAD,
  PROMETHEUS_URL,
  PROMETHEUS_TOKEN,
}: EnvironmentSettings): SettingRefusal[] {
  const absent = absentOf({ NETWORK_LOAD, PROMETHEUS_URL });
  if (absent.length === 1) {
    return absent.map((name) =>
      missing(name, 'для нагрузки сети нужны и адрес PROMETHEUS_URL, и файл запросов NETWORK_LOAD'),
    );
  }
  const isOpen = PROMETHEUS_TOKEN !== undefined && PROMETHEUS_URL !== undefined && !isPrivateAddress(PROMETHEUS_URL);
  return isOpen ? [wrong('PROMETHEUS_URL', 'с ключом PROMETHEUS_TOKEN адрес должен начинаться с https://')] : [];
}

function refusalOfProvider(settings: EnvironmentSettings): SettingRefusal[] {
  if (isDemoIn(settings) || settings.KABINET_PROVIDER !== undefined) return [];
  return [
    missing(
      'KABINET_PROVIDER',
      'без демо нужен файл с именем, реквизитами и условиями оператора; образец — server/seeds/provider.json',
    ),
  ];
}

function refusalOfServiceKey({ DATABASE_URL, SERVICE_SECRET_KEY }: EnvironmentSettings): SettingRefusal[] {
  if (DATABASE_URL === undefined || SERVICE_SECRET_KEY !== undefined) return [];
  return [
    missing(
      'SERVICE_SECRET_KEY',
      'с DATABASE_URL нужен ключ паролей услуг, один для всех процессов базы; если кабинет уже работал с ней, ключ лежит в файле service-secret-key папки KABINET_DATA, новый создаёт команда openssl rand -hex 32',
    ),
  ];
}

/** What is told of a database whose own address is missing. */
const BESIDE_DATABASE = {
  MIGRATION_DATABASE_URL: 'MIGRATION_DATABASE_URL называет владельца базы, а роль, от которой кабинет работает, — нет',
  DATABASE_SESSION_URL: 'DATABASE_SESSION_URL называет ту же базу в обход пула соединений, а сам пул не назван',
  DATABASE_READ_URL: 'DATABASE_READ_URL называет резервную базу, а основная не названа',
} as const;

const refusalsOfDatabases = (settings: EnvironmentSettings): SettingRefusal[] =>
  settings.DATABASE_URL === undefined
    ? Object.entries(BESIDE_DATABASE)
        .filter(([name]) => settings[name as keyof typeof BESIDE_DATABASE] !== undefined)
        .map(([, why]) => missing('DATABASE_URL', why))
    : [];

function refusalsOfAcquirer(settings: EnvironmentSettings): SettingRefusal[] {
  const { ACQUIRER, ACQUIRER_ID, ACQUIRER_SECRET } = settings;
  if (ACQUIRER === 'sandbox') {
    return isDemoIn(settings) ? [] : [wrong('ACQUIRER', 'учебный банк бывает только с демонстрационными данными')];
  }
  if (!takesMoney(ACQUIRER)) return [];
  const why = `для ACQUIRER=${ACQUIRER} нужны ACQUIRER_ID и ACQUIRER_SECRET`;
  return absentOf({ ACQUIRER_ID, ACQUIRER_SECRET }).map((name) => missing(name, why));
}

/** Refuses a bot, a gateway or a mail server of which only a part of the variables is set. */
const refusalsOfMessaging = (settings: EnvironmentSettings): SettingRefusal[] =>
  MESSAGING_GROUPS.flatMap((group) => {
    const absent = group.filter((name) => settings[name] === undefined);
    if (absent.length === group.length) return [];
    return absent.map((name) => missing(name, `нужны вместе ${group.join(', ')}`));
  });

function refusalsOfAtol({ ATOL_GROUP, ATOL_LOGIN, ATOL_PASSWORD }: EnvironmentSettings): SettingRefusal[] {
  if (ATOL_GROUP === undefined) return [];
  const why = 'для ATOL_GROUP нужны ATOL_LOGIN и ATOL_PASSWORD';
  return absentOf({ ATOL_LOGIN, ATOL_PASSWORD }).map((name) => missing(name, why));
}

/** Payments need a fiscal receipt (54-ФЗ): from our cash register or, if the settings say so, from somebody else's. */
function refusalsOfFiscal({
  ACQUIRER,
  KABINET_PAYMENT_AGENTS,
  ATOL_GROUP,
  FISCAL,
}: EnvironmentSettings): SettingRefusal[] {
  const hasRegister = ATOL_GROUP !== undefined;
  if (FISCAL === 'none') {
    return hasRegister ? [wrong('FISCAL', 'касса подключена в ATOL_GROUP, уберите FISCAL=none или её')] : [];
  }
  const sources = [
    ...(takesMoney(ACQUIRER) ? [`ACQUIRER=${ACQUIRER}`] : []),
    ...(KABINET_PAYMENT_AGENTS === undefined ? [] : ['KABINET_PAYMENT_AGENTS']),
  ];
  if (hasRegister || sources.length === 0) return [];
  const why = `деньги принимаются (${sources.join(', ')}), а чеки пробивать нечем: подключите кассу или задайте FISCAL=none, если чеки выдаёт не кабинет`;
  return [missing('ATOL_GROUP', why)];
}

/** Refuses an incomplete TV platform, and variables of a platform that `KABINET_TV` does not name. */
function refusalsOfTv(settings: EnvironmentSettings): SettingRefusal[] {
  const { KABINET_TV } = settings;
  if (KABINET_TV === undefined) {
    const { TV_TOKEN, TV_LOGIN, TV_PACKETS } = settings;
    const isBegun = [TV_TOKEN, TV_LOGIN, TV_PACKETS].some((value) => value !== undefined);
    return isBegun
      ? [missing('KABINET_TV', 'настройки платформы ТВ заданы, а какая она, 24tv или ministra, не сказано')]
      : [];
  }
  const needed = TV_NEEDS[KABINET_TV];
  const why = `для KABINET_TV=${KABINET_TV} нужны ${needed.join(', ')}`;
  return needed.filter((name) => settings[name] === undefined).map((name) => missing(name, why));
}

type Bank = Exclude<EnvironmentSettings['ACQUIRER'], undefined | 'sandbox' | 'absent'>;

const takesMoney = (bank: EnvironmentSettings['ACQUIRER']): bank is Bank =>
  bank !== undefined && bank !== 'sandbox' && bank !== 'absent';

const absentOf = (variables: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(variables).filter((name) => variables[name] === undefined);
