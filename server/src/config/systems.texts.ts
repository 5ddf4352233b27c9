import { OTHER_BILLING } from './other-billing.texts.ts';
import { settingWords, type SettingSection } from './settings.texts.ts';

/** Settings of outside systems, in the order of the pages. */
const BANK = {
  title: settingWords(
    'The bank that takes payments by QR ([banks.md](banks.md))',
    'Банк, который принимает платежи по QR ([banks.ru.md](banks.ru.md))',
  ),
  settings: {
    ACQUIRER: settingWords(
      'the bank that takes payments by QR: `raiffeisen`, `yookassa`, `tbank`; by default `sandbox` with the demo, `absent` without it',
      'банк, который принимает платежи по QR: `raiffeisen`, `yookassa`, `tbank`; по умолчанию в демо `sandbox`, без демо `absent`',
    ),
    ACQUIRER_ID: settingWords(
      '`sbpMerchantId` of Raiffeisen, `shopId` of YooKassa, `TerminalKey` of T-Bank',
      '`sbpMerchantId` Райффайзенбанка, `shopId` ЮKassa, `TerminalKey` Т-Банка',
    ),
    ACQUIRER_SECRET: settingWords(
      "`secretKey` of Raiffeisen or YooKassa, the terminal's password of T-Bank",
      '`secretKey` Райффайзенбанка или ЮKassa, пароль терминала Т-Банка',
    ),
    ACQUIRER_URL: settingWords("replaces the bank's usual address", 'заменяет обычный адрес банка'),
    ACQUIRER_ADDRESSES: settingWords(
      'networks that notifications of YooKassa come from, instead of the published ones',
      'сети, из которых приходят уведомления ЮKassa, вместо опубликованных',
    ),
  },
} satisfies SettingSection;

const RECEIPTS = {
  title: settingWords(
    'Fiscal receipts: ATOL Online ([banks.md](banks.md))',
    'Кассовые чеки: АТОЛ Онлайн ([banks.ru.md](banks.ru.md))',
  ),
  settings: {
    FISCAL: settingWords(
      '`none`: the portal takes money, and somebody else issues the receipts',
      '`none`: деньги принимаются, а чеки выдаёт не кабинет',
    ),
    ATOL_URL: settingWords('address of ATOL Online', 'адрес АТОЛ Онлайн'),
    ATOL_GROUP: settingWords(
      '`group_code` of the registers; required with a bank or with payment agents, unless `FISCAL=none`',
      '`group_code` касс; если подключён банк или терминалы, обязателен, кроме `FISCAL=none`',
    ),
    ATOL_LOGIN: settingWords('the login there', 'логин там'),
    ATOL_PASSWORD: settingWords('the password there', 'пароль там'),
  },
} satisfies SettingSection;

const MESSAGES = {
  title: settingWords(
    'Letters, text messages, bots, notices in browsers ([messaging.md](messaging.md))',
    'Письма, СМС, боты, уведомления в браузере ([messaging.md](messaging.md))',
  ),
  settings: {
    SMTP_URL: settingWords(
      'mail: `smtp://user:password@host:587` or `smtps://…`',
      'почта: `smtp://user:password@host:587` или `smtps://…`',
    ),
    SMTP_FROM: settingWords(
      'the sender of letters: `Волга Телеком <help@volga.example>`',
      'отправитель писем: `Волга Телеком <help@volga.example>`',
    ),
    SMSC_URL: settingWords('text messages by SMSC', 'СМС через SMSC'),
    SMSC_FALLBACK_URL: settingWords('tried if the first does not answer', 'если первый не отвечает'),
    SMSC_LOGIN: settingWords('the login there', 'логин там'),
    SMSC_PASSWORD: settingWords('the password there', 'пароль там'),
    SMSC_SENDER: settingWords("the sender's name", 'имя отправителя'),
    SMSC_REPORT_SECRET: settingWords(
      'the secret phrase of its calls about delivered messages',
      'секретная фраза его вызовов о доставке',
    ),
    SMPP_URL: settingWords(
      'text messages by SMPP, asked before SMSC: `smpp://host:2775` or `smpps://…`',
      'СМС по SMPP, раньше SMSC: `smpp://host:2775` или `smpps://…`',
    ),
    SMPP_LOGIN: settingWords('the login there', 'логин там'),
    SMPP_PASSWORD: settingWords('the password there', 'пароль там'),
    SMPP_SENDER: settingWords("the sender's name", 'имя отправителя'),
    TELEGRAM_URL: settingWords('the bot of Telegram: its API', 'бот Telegram: адрес API'),
    TELEGRAM_BOT: settingWords("the bot's name", 'имя бота'),
    TELEGRAM_TOKEN: settingWords('its token', 'его токен'),
    TELEGRAM_SECRET: settingWords('authenticates the calls of Telegram', 'подтверждает вызовы Telegram'),
    MAX_URL: settingWords('the bot of MAX: its API', 'бот MAX: адрес API'),
    MAX_BOT: settingWords("the bot's name", 'имя бота'),
    MAX_TOKEN: settingWords('its token', 'его токен'),
    MAX_SECRET: settingWords('authenticates the calls of MAX', 'подтверждает вызовы MAX'),
    WEB_PUSH_CONTACT: settingWords(
      'switches notices in browsers on: whom a push service tells if something is wrong, `mailto:…` or `https://…`',
      'включает уведомления в браузере: кому сообщит служба уведомлений о сбое, `mailto:…` или `https://…`',
    ),
    WEB_PUSH_KEY: settingWords(
      '64 hexadecimal digits, the same for all processes; generated beside the data if it is missing',
      '64 шестнадцатеричные цифры, один ключ для всех процессов; если не задан, создаётся рядом с данными',
    ),
  },
} satisfies SettingSection;

const TV = {
  title: settingWords('TV ([tv.md](tv.md))', 'ТВ ([tv.md](tv.md))'),
  settings: {
    KABINET_TV: settingWords(
      'the platform: `24tv` or `ministra`; the built-in one with the demo, none without it',
      'платформа: `24tv` или `ministra`; в демо встроенная, без демо никакой',
    ),
    TV_URL: settingWords('its address; required by Ministra', 'её адрес; обязателен для Ministra'),
    TV_TOKEN: settingWords('the token of 24часаТВ', 'токен 24часаТВ'),
    TV_CALLBACK_SECRET: settingWords(
      'the secret part of the address that 24часаТВ calls: `/gateway/24tv/<secret>/…`',
      'секретная часть адреса, который вызывает 24часаТВ: `/gateway/24tv/<секрет>/…`',
    ),
    TV_LOGIN: settingWords('the login of Ministra', 'логин Ministra'),
    TV_PASSWORD: settingWords('the password of Ministra', 'пароль Ministra'),
    TV_PACKETS: settingWords(
      "JSON file: the platform's packet for each plan, option and program of TV",
      'файл JSON: пакет платформы для каждого тарифа, опции и программы ТВ',
    ),
  },
} satisfies SettingSection;

const NETWORK_SYSTEM = {
  title: settingWords(
    'A network system of your own ([network.md](network.md)): an endpoint or a program',
    'Своя система сети ([network.md](network.md)): адрес или программа',
  ),
  settings: {
    NETWORK_URL: settingWords(
      'gets the complete state of a service as a signed POST',
      'получает полное состояние услуги подписанным POST',
    ),
    NETWORK_SECRET: settingWords('signs each request', 'подписывает каждый запрос'),
    NETWORK_PROGRAM: settingWords(
      'or a program that is started for each request and reads it from its standard input',
      'или программа: запускается на каждый запрос и читает его из стандартного ввода',
    ),
    NETWORK_KINDS: settingWords(
      'the kinds of services that it serves: `internet`, `tv`, `sip`, `mail`, `telephone`',
      'какие услуги она обслуживает: `internet`, `tv`, `sip`, `mail`, `telephone`',
    ),
  },
} satisfies SettingSection;

const MAILBOXES = {
  title: settingWords('Mailboxes ([mail.md](mail.md))', 'Почтовые ящики ([mail.ru.md](mail.ru.md))'),
  settings: {
    KABINET_MAIL_DOVEADM_URL: settingWords(
      "Dovecot's doveadm over HTTP, which ends the sessions of a mailbox; without it changes are only recorded",
      'doveadm Dovecot по HTTP, который завершает сеансы ящика; без него изменения только записываются',
    ),
    KABINET_MAIL_DOVEADM_KEY: settingWords('its `doveadm_api_key`', 'его `doveadm_api_key`'),
  },
} satisfies SettingSection;

const FILES = {
  title: settingWords(
    "An S3-like store of clients' files; without it they are in the database",
    'S3-совместимое хранилище файлов клиентов; без него они лежат в базе',
  ),
  settings: {
    FILES_S3_URL: settingWords(
      'address of the store; all of these are set together',
      'адрес хранилища; все эти настройки задают вместе',
    ),
    FILES_S3_BUCKET: settingWords('the bucket, which stays private', 'бакет; он остаётся закрытым'),
    FILES_S3_REGION: settingWords('the region', 'регион'),
    FILES_S3_ACCESS_KEY: settingWords('the access key', 'ключ доступа'),
    FILES_S3_SECRET_KEY: settingWords('the secret key', 'секретный ключ'),
  },
} satisfies SettingSection;

const HELP_DESK = {
  title: settingWords("The provider's own help desk", 'Система заявок оператора'),
  settings: {
    HELP_DESK_URL: settingWords(
      'is told of each event of an order, of each request for a call or a connection and what becomes of it; it acts at `/gateway/help-desk`',
      'получает каждое событие заявки, просьбы позвонить или подключить и их исход; свои ответы шлёт на `/gateway/help-desk`',
    ),
    HELP_DESK_SECRET: settingWords('signs both directions', 'подписывает сообщения в обе стороны'),
  },
} satisfies SettingSection;

const NETWORK_LOAD = {
  title: settingWords(
    'The load that the page of the network shows ([network-load.md](network-load.md))',
    'Нагрузка на странице сети ([network-load.md](network-load.md))',
  ),
  settings: {
    NETWORK_LOAD: settingWords(
      'JSON file: the places of the network with a query of Prometheus for each',
      'файл JSON: места сети и запрос Prometheus для каждого',
    ),
    PROMETHEUS_URL: settingWords('where the load is asked for', 'где спрашивать нагрузку'),
    PROMETHEUS_TOKEN: settingWords('the bearer token there', 'токен для него'),
  },
} satisfies SettingSection;

const OPENID = {
  title: settingWords(
    'The staff’s sign-in by OpenID Connect ([staff.md](staff.md))',
    'Вход сотрудников через OpenID Connect ([staff.ru.md](staff.ru.md))',
  ),
  settings: {
    STAFF_OIDC_ISSUER: settingWords(
      'the issuer, as its description spells it: `https://id.example.ru/realms/staff`',
      'издатель, как он сам себя называет: `https://id.example.ru/realms/staff`',
    ),
    STAFF_OIDC_CLIENT_ID: settingWords('the client there', 'имя клиента на нём'),
    STAFF_OIDC_CLIENT_SECRET: settingWords('its secret', 'секрет этого клиента'),
    STAFF_OIDC_SECOND_FACTOR: settingWords(
      'what in the ID token proves the second factor, one of a list: `amr=mfa,acr=2`',
      'что в ID-токене доказывает второй шаг, любое из списка: `amr=mfa,acr=2`',
    ),
    STAFF_OIDC_LABEL: settingWords('how the button goes on after «Войти»', 'чем продолжается кнопка «Войти»'),
  },
} satisfies SettingSection;

export const SYSTEM_SETTINGS = [
  BANK,
  RECEIPTS,
  MESSAGES,
  NETWORK_SYSTEM,
  TV,
  MAILBOXES,
  FILES,
  HELP_DESK,
  OPENID,
  NETWORK_LOAD,
  OTHER_BILLING,
] as const;
