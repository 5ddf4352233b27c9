import { meant } from '#server/kernel/call/nearest.ts';
import { Environment } from './environment.ts';

/** Settings of the measuring server, which may run on the same machine with the same file of settings. */
const OF_OTHERS = ['SPEED_HOST', 'SPEED_PORT'];
const KNOWN: readonly string[] = [...Object.keys(Environment.shape), ...OF_OTHERS];

/** What our names begin with. Other programs of the machine use other names. */
const OURS =
  /^(?:KABINET|ACQUIRER|ATOL_|FISCAL|FILES_S3|HELP_DESK|SMTP_|SMSC_|SMPP_|TELEGRAM_|MAX_|WEB_PUSH_|TV_|PROMETHEUS_|NETWORK_|SANDBOX_|SERVICE_SECRET|SPEED_|STAFF_|METRICS_|TRUSTED_PROX|BEHIND_BALANCER|MIGRATION_DATABASE|DATABASE_(?:READ|SESSION))/;

/** What Kubernetes and Docker set for a service named like one of ours: `KABINET_PORT=tcp://…`, `KABINET_SERVICE_HOST`. */
const OF_CONTAINERS = /_SERVICE_(?:HOST|PORT)|_PORT(?:_\d+_(?:TCP|UDP))?/;
const isOfContainers = (name: string, value: string): boolean =>
  OF_CONTAINERS.test(name) && (/^(?:tcp|udp):\/\//.test(value) || /_SERVICE_(?:HOST|PORT)|_(?:TCP|UDP)_/.test(name));

/** A sentence for each variable that looks like one of ours and is none: whoever wrote it believes that it does something. */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined || KNOWN.includes(name) || !OURS.test(name) || isOfContainers(name, value)) return [];
    const [like] = meant(name, KNOWN);
    return [
      `настройки ${name} нет: ${like === undefined ? 'уберите её' : `нужна ${like}? Исправьте имя или уберите её`}`,
    ];
  });
