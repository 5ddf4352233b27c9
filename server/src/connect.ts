import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { LoadFile, type PrometheusSettings } from '#server/integrations/network-load/prometheus.ts';
import { builtInOutside, type MessagingSettings } from '#server/integrations/outside.ts';
import type { Speed } from '#server/integrations/speed/port.ts';
import type { Outside } from '#server/integrations/port.ts';
import { readProvider } from '#server/kernel/provider.ts';
import { TvPackets } from '#server/integrations/tv/packets.ts';
import type { TvSettings } from '#server/integrations/tv/settings.ts';
import { readSettingsFile } from '#server/kernel/settings-file.ts';
import { fromRoot, type Config } from './config/config.ts';
import { networkLoadSettings } from './config/network-load.ts';
import { tvSettings } from './config/tv.ts';
import { ownSecret, readSecret, type OwnSecret } from './config/own-secret.ts';

const SANDBOX: OwnSecret = {
  file: 'sandbox-secret',
  setting: 'SANDBOX_SECRET',
  remedy: 'удалите его, и он будет создан заново,',
};

const SERVICE_KEY: OwnSecret = {
  file: 'service-secret-key',
  setting: 'SERVICE_SECRET_KEY',
  remedy: 'верните его из резервной копии',
};

const PUSH_KEY: OwnSecret = {
  file: 'web-push-key',
  setting: 'WEB_PUSH_KEY',
  remedy: 'верните его из резервной копии',
};
/** Push services do not call the demo. */
const DEMO_CONTACT = 'mailto:demo@kabinet.example';

interface KeptSecret {
  /** The secret; undefined if it does not exist yet. */
  readonly read: () => Promise<string | undefined>;
  /** The secret; created if it does not exist yet. */
  readonly get: () => Promise<string>;
}

/** The secrets that the settings name, or else created once beside the data. */
export function secretsOf({
  KABINET_DATA,
  SANDBOX_SECRET,
  SERVICE_SECRET_KEY,
  WEB_PUSH_KEY,
}: Config): Record<'sandbox' | 'serviceKey' | 'pushKey', KeptSecret> {
  const folder = fromRoot(KABINET_DATA);
  const kept = (given: string | undefined, secret: OwnSecret): KeptSecret => ({
    read: async () => given ?? readSecret(folder, secret),
    get: async () => given ?? ownSecret(folder, secret),
  });
  return {
    sandbox: kept(SANDBOX_SECRET, SANDBOX),
    serviceKey: kept(SERVICE_SECRET_KEY, SERVICE_KEY),
    pushKey: kept(WEB_PUSH_KEY, PUSH_KEY),
  };
}

/** The SIP domain of the provider's file; without it the exchange knows no lines and no telephone can be set up. */
async function sipDomainOf({ providerFile }: Config): Promise<string> {
  const { sip } = await readProvider(providerFile);
  if (sip) return sip.domain;
  throw new Error(
    'настройка KABINET_SIP неверна: в файле KABINET_PROVIDER нет раздела sip с доменом, портом и лимитами',
  );
}

/** What the start reads of outside systems besides its settings; each refuses in a sentence. */
export const filesOfSystems = (config: Config): (() => Promise<unknown>)[] => [
  () => readTv(config),
  () => readNetworkLoad(config),
  ...(config.KABINET_SIP ? [() => sipDomainOf(config)] : []),
];

/** Connects the outside systems in the settings, for the portal and the operator's command line. */
export async function connectOutside(config: Config, db: Database, speed?: Speed): Promise<Outside> {
  const { sandbox, serviceKey } = secretsOf(config);
  const tv = await readTv(config);
  const prometheus = await readNetworkLoad(config);
  return builtInOutside({
    db,
    isDemo: config.isDemo && config.ACQUIRER !== 'absent',
    ...realOnes(config),
    messaging: { ...config.messaging, ...(await pushOf(config)) },
    ...(config.KABINET_SIP && { sipDomain: await sipDomainOf(config) }),
    hasRadius: config.KABINET_INTERNET === 'freeradius',
    hasDemoTv: config.isDemo,
    ...(tv && { tv }),
    ...(prometheus && { prometheus }),
    publicUrl: config.PUBLIC_URL,
    secret: await sandbox.get(),
    serviceKey: await serviceKey.get(),
    mailFolder: join(fromRoot(config.KABINET_DATA), 'mail'),
    ...(config.BILLING_DATABASE_URL !== undefined && { billingUrl: config.BILLING_DATABASE_URL }),
    ...(config.AUDIT_ANCHOR_FILE !== undefined && { anchorPath: fromRoot(config.AUDIT_ANCHOR_FILE) }),
    ...(speed && { speed }),
  });
}

/** Settings of notices in browsers; the demo has them, too, because they need only a key. */
async function pushOf(config: Config): Promise<MessagingSettings> {
  const contact = config.WEB_PUSH_CONTACT ?? (config.isDemo ? DEMO_CONTACT : undefined);
  if (contact === undefined) return {};
  return { push: { contact, key: await secretsOf(config).pushKey.get() } };
}

/** Real systems that the settings name instead of built-in ones. */
const realOnes = ({ acquirer, atol, files, helpDesk, mailServer, networkSystem, openId }: Config) => ({
  ...(openId && { openId }),
  ...(acquirer && { acquirer }),
  ...(atol && { atol }),
  ...(files && { files }),
  ...(helpDesk && { helpDesk }),
  ...(mailServer && { mailServer }),
  ...(networkSystem && { networkSystem }),
});

/** The TV platform of the settings, with the file that names its packets. */
async function readTv(config: Config): Promise<TvSettings | undefined> {
  if (config.TV_PACKETS === undefined) return undefined;
  return tvSettings(config, await readSettingsFile('TV_PACKETS', config.TV_PACKETS, TvPackets));
}

/** Prometheus of the settings, with the file that has a query for each place. */
async function readNetworkLoad(config: Config): Promise<PrometheusSettings | undefined> {
  if (config.NETWORK_LOAD === undefined) return undefined;
  return networkLoadSettings(config, await readSettingsFile('NETWORK_LOAD', config.NETWORK_LOAD, LoadFile));
}
