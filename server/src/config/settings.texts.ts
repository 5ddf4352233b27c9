/** What a section or a setting of the environment means, in the languages of the pages docs/settings.md and docs/settings.ru.md. */
export interface SettingWords {
  readonly en: string;
  readonly ru: string;
}

export interface SettingSection {
  readonly title: SettingWords;
  readonly settings: Readonly<Record<string, SettingWords>>;
}

export const settingWords = (en: string, ru: string): SettingWords => ({ en, ru });

export const SERVER_SETTINGS = {
  title: settingWords('The server', 'Сервер'),
  settings: {
    HOST: settingWords('where the server listens', 'где слушает сервер'),
    PORT: settingWords('its port', 'его порт'),
    PUBLIC_URL: settingWords(
      "where browsers reach it: https, or http on this machine only, because the session's cookies require it; by default `http://HOST:PORT`",
      'адрес для браузеров: https или http только на этой машине, иначе не работают cookie сеанса; по умолчанию `http://HOST:PORT`',
    ),
    DATABASE_URL: settingWords(
      'a PostgreSQL server, 15 or newer, instead of the embedded one; `SERVICE_SECRET_KEY` is then required',
      'сервер PostgreSQL 15 и новее вместо встроенного; тогда обязателен `SERVICE_SECRET_KEY`',
    ),
    DATABASE_SESSION_URL: settingWords(
      'the same database at an address that keeps sessions, PostgreSQL itself, if `DATABASE_URL` is that of a pooler by transactions: [database.md](database.md)',
      'та же база по адресу, который держит сеансы, самого PostgreSQL, если `DATABASE_URL` — пул соединений по транзакциям: [database.md](database.md)',
    ),
    MIGRATION_DATABASE_URL: settingWords(
      'the same database by the role that owns its tables, for `operator migrate`: [database.md](database.md)',
      'та же база от роли, которая владеет таблицами, для `operator migrate`: [database.md](database.md)',
    ),
    DATABASE_READ_URL: settingWords(
      'the same database on a standby that follows the first server: it answers history, documents, archives and reports when it has come as far: [database.md](database.md)',
      'та же база на резервном сервере, который следует за основным: он отвечает за историю, документы, архивы и отчёты, если уже всё повторил: [database.md](database.md)',
    ),
    KABINET_DATA: settingWords(
      'folder of the embedded database, of e-mails and of the secrets generated at the first start',
      'папка встроенной базы, писем и секретов, которые создаются при первом запуске',
    ),
    KABINET_PROVIDER: settingWords(
      "JSON file: the provider's name, look, contacts, limits and terms, [provider.md](provider.md); required without the demo",
      'файл JSON: имя, вид, контакты, пределы и условия оператора, [provider.ru.md](provider.ru.md); без демо обязателен',
    ),
    KABINET_PAYMENT_AGENTS: settingWords(
      'JSON file: banks and terminals that bring payments themselves, [banks.md](banks.md)',
      'файл JSON: банки и терминалы, которые сами приносят платежи, [banks.ru.md](banks.ru.md)',
    ),
    KABINET_DEMO: settingWords(
      'whether to load the demo into an empty database and to serve it; by default `on` without `DATABASE_URL`',
      'загрузить ли демо в пустую базу и показывать его; по умолчанию `on` без `DATABASE_URL`',
    ),
    API_DOCS: settingWords(
      'whether `/api/docs` and `/api/v2/openapi.json` are served',
      'показывать ли описание API на `/api/docs` и `/api/v2/openapi.json`',
    ),
    OFFLINE: settingWords(
      'whether the cabinet opens without a network; with `off` browsers forget its files, each with its next page',
      'открывается ли кабинет без сети; с `off` браузеры удаляют его файлы, каждый при следующей странице',
    ),
    KABINET_WORKER: settingWords('whether this process runs jobs', 'выполняет ли этот процесс задания'),
    BEHIND_BALANCER: settingWords(
      'whether to serve for five seconds more after SIGTERM, not ready, so that a balancer leaves the process out',
      'обслуживать ли после SIGTERM ещё пять секунд, отвечая «не готов», чтобы балансировщик убрал процесс',
    ),
    BURST: settingWords(
      'most requests of one client in ten seconds; four times as many in a minute, five times as many parts of batches',
      'сколько запросов одного клиента принимать за 10 секунд; за минуту вчетверо больше, частей пакетов — впятеро',
    ),
    METRICS_HOST: settingWords(
      'where metrics are served: this machine only; in a container `0.0.0.0`, reachable by the collector only',
      'где отдавать метрики: только на этой машине; в контейнере `0.0.0.0` с доступом одному сборщику',
    ),
    METRICS_PORT: settingWords('metrics for Prometheus', 'метрики Prometheus'),
    LINE_LISTEN: settingWords(
      'inside address and port where the HTTP requests of debtors’ lines arrive before any translation of addresses: `10.0.0.1:8085`, [network.md](network.md)',
      'внутренний адрес и порт, куда приходят HTTP-запросы линий должников до трансляции адресов: `10.0.0.1:8085`, [network.md](network.md)',
    ),
    TRUSTED_PROXIES: settingWords(
      'addresses or networks of proxies whose `X-Forwarded-For` is trusted: `127.0.0.1, 10.0.0.0/8`',
      'адреса или сети прокси, чьему `X-Forwarded-For` верить: `127.0.0.1, 10.0.0.0/8`',
    ),
    STAFF_URL: settingWords(
      'an address of its own for the staff’s pages and calls, `https://staff.example.ru`: the cabinet’s has none of them then, and this one nothing else; without it they are at the cabinet’s, under `/staff/`',
      'отдельный адрес страниц и вызовов сотрудников: `https://staff.example.ru`; тогда по адресу кабинета их нет, а по этому нет ничего другого; без неё они рядом с кабинетом, под `/staff/`',
    ),
    STAFF_NETWORKS: settingWords(
      'addresses or networks from which the people of the staff may work, `10.0.0.0/8, 192.0.2.10`; from anywhere without it. Programs have networks of their own, [staff.md](staff.md)',
      'адреса или сети, откуда работают сотрудники: `10.0.0.0/8, 192.0.2.10`; без неё — отовсюду. У программ свои сети, [staff.ru.md](staff.ru.md)',
    ),
    AUDIT_ANCHOR_FILE: settingWords(
      'a file to which the portal adds the head of the audit trail once a day, outside the database; `audit verify` compares them, [staff.md](staff.md)',
      'файл вне базы, куда кабинет раз в день дописывает последнее звено журнала; `audit verify` сверяет с ним журнал, [staff.ru.md](staff.ru.md)',
    ),
    KABINET_URL: settingWords(
      'of the command line alone: the portal that it asks over HTTP, instead of the database of this machine, [staff.md](staff.md)',
      'только для командной строки: кабинет, которому она передаёт команды по сети, вместо базы этой машины, [staff.ru.md](staff.ru.md)',
    ),
    KABINET_KEY: settingWords(
      'of the command line alone: the key by which it works there, made by `keys add`',
      'только для командной строки: ключ, с которым она там работает, его даёт `keys add`',
    ),
    KABINET_COMMAND: settingWords(
      'how messages call the command of the operator; `npm run operator --` without it. The package for Debian says `kabinet`',
      'как сообщения называют команду оператора; без неё `npm run operator --`. В пакете для Debian — `kabinet`',
    ),
    KABINET_SIP: settingWords(
      '`kamailio`: the SIP exchange on the schema `sip` of the database, [sip.md](sip.md)',
      '`kamailio`: SIP-станция на схеме `sip` базы, [sip.ru.md](sip.ru.md)',
    ),
    KABINET_INTERNET: settingWords(
      '`freeradius`: RADIUS of the access network on the schema `radius` of the database, [network.md](network.md)',
      '`freeradius`: RADIUS сети доступа на схеме `radius` базы, [network.md](network.md)',
    ),
    SANDBOX_SECRET: settingWords(
      'signs the notifications of the sandbox bank; generated if it is missing',
      'подписывает уведомления учебного банка; если не задан, создаётся сам',
    ),
    SERVICE_SECRET_KEY: settingWords(
      'encrypts the passwords of services: 64 hexadecimal digits, the same for all processes of a database, which refuses any other; generated for the embedded database only',
      'шифрует пароли услуг: 64 шестнадцатеричные цифры, один ключ для всех процессов базы, с другим кабинет не запустится; для встроенной базы создаётся сам',
    ),
    SPEED_SECRET: settingWords(
      "admits clients to the measuring servers of the provider's file, [speed-test.md](speed-test.md)",
      'пускает абонентов на узлы замера из файла оператора, [speed-test.md](speed-test.md)',
    ),
    LOG_LEVEL: settingWords(
      '`silent`, `error`, `warn`, `info` or `debug`; by default `info`, in a terminal `warn`',
      '`silent`, `error`, `warn`, `info` или `debug`; по умолчанию `info`, в терминале `warn`',
    ),
  },
} satisfies SettingSection;
