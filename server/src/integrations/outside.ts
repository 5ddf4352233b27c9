import { sandboxInbox } from './inbox/inbox.ts';
import { smtpMail, type SmtpSettings } from './mail/smtp.ts';
import { maxBot, type MaxSettings } from './messenger/max.ts';
import { telegramBot, type TelegramSettings } from './messenger/telegram.ts';
import { throughGateways } from './sms/gateways.ts';
import { smppGateway } from './sms/smpp.ts';
import type { SmppSettings } from './sms/smpp-line.ts';
import { smscGateway, type SmscSettings } from './sms/smsc.ts';
import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { absentAcquirer } from './acquirer/absent.ts';
import { realAcquirer } from './acquirer/real.ts';
import { sandboxAcquirer } from './acquirer/sandbox.ts';
import { sandboxBank } from './acquirer/sandbox-bank.ts';
import type { AcquirerSettings } from './acquirer/settings.ts';
import { anchorFile } from './anchors/file.ts';
import { billingViews } from './billing-views/by-address.ts';
import { sandboxSubscriptionBank } from './acquirer/subscription-bank.ts';
import { sandboxSubscriptions } from './acquirer/subscription-sandbox.ts';
import { atolRegister, type AtolSettings } from './fiscal/atol.ts';
import { recordedRegister } from './fiscal/recorded.ts';
import { checkedFiles } from './files/checked.ts';
import { databaseFiles } from './files/database.ts';
import { s3Files, type S3Settings } from './files/s3.ts';
import { webhookHelpDesk, type HelpDeskSettings } from './help-desk/webhook.ts';
import { folderMail } from './mail/folder.ts';
import { demoPlaces } from './network-load/demo-places.ts';
import { generatedLoad } from './network-load/generator.ts';
import { prometheusLoad, type PrometheusSettings } from './network-load/prometheus.ts';
import { rememberedLoad } from './network-load/remembered.ts';
import { dovecot, type DovecotSettings } from './network/dovecot.ts';
import { kamailioExchange } from './network/kamailio.ts';
import { networkByKind } from './network/by-kind.ts';
import { deviceOrders } from './network/freeradius/device-orders.ts';
import { freeRadius } from './network/freeradius/freeradius.ts';
import { ownSystem, type NetworkSystemSettings } from './network/own-system/own-system.ts';
import { recordedNetwork } from './network/recorded.ts';
import { openIdConnect, type OpenIdSettings } from './openid/openid-connect.ts';
import type { Outside } from './port.ts';
import { folderSms } from './sms/folder.ts';
import { webPushService, type PushSettings } from './push/web-push.ts';
import type { Speed } from './speed/port.ts';
import { noSpeedServers } from './speed/servers.ts';
import { realTv } from './tv/real.ts';
import type { TvSettings } from './tv/settings.ts';
import { recordedTv } from './tv/recorded.ts';
import { publicSender } from './webhook/public-sender.ts';
import { keyVault } from './vault/key-vault.ts';

export interface MessagingSettings {
  readonly smtp?: SmtpSettings;
  readonly push?: PushSettings;
  /** The gateway SMSC, and one to fall back to. */
  readonly sms?: readonly SmscSettings[];
  /** A gateway that is tried before the others. */
  readonly smpp?: SmppSettings;
  readonly telegram?: TelegramSettings;
  readonly max?: MaxSettings;
}

interface BuiltIn {
  readonly db: Database;
  /** Whether play money is accepted: only with the demo's data, never with a provider's own. */
  readonly isDemo: boolean;
  /** The real bank instead of the sandbox. */
  readonly acquirer?: AcquirerSettings;
  /** The real cash register instead of the recorded one. */
  readonly atol?: AtolSettings;
  /** An S3-like store of clients' files instead of the database. */
  readonly files?: S3Settings;
  /** The provider's own help desk. */
  readonly helpDesk?: HelpDeskSettings;
  /** The provider's own sign-in of its staff. */
  readonly openId?: OpenIdSettings;
  /** The network system of the provider's own, instead of the recorded one. */
  readonly networkSystem?: NetworkSystemSettings;
  /** The domain of the SIP exchange Kamailio instead of the recorded one. */
  readonly sipDomain?: string;
  /** Whether FreeRADIUS lets clients of the internet in. */
  readonly hasRadius?: boolean;
  /** Whether the built-in TV platform is there, with the devices of the demo. */
  readonly hasDemoTv?: boolean;
  /** A real TV platform instead. */
  readonly tv?: TvSettings;
  /** The portal's address for browsers and the sandbox bank. */
  readonly publicUrl: string;
  /** Signs the notifications of the sandbox bank. */
  readonly secret: string;
  /** Seals the passwords of services: 64 hexadecimal digits. */
  readonly serviceKey: string;
  /** Folder for letters, written as files; its subfolder `sms` is for text messages. */
  readonly mailFolder: string;
  /** Real mail, text messages and bots, each instead of what is built in. */
  readonly messaging?: MessagingSettings;
  readonly speed?: Speed;
  /** Prometheus, instead of the made-up load of the demo. */
  readonly prometheus?: PrometheusSettings;
  /** The database of another billing. */
  readonly billingUrl?: string;
  /** The file of the heads of the audit trail. */
  readonly anchorPath?: string;
  /** The real mail server of mailboxes, which reads our views. */
  readonly mailServer?: DovecotSettings;
}

/** Outside systems that need no installation and no contract with anybody; those that the settings name are real ones. */
export const builtInOutside = (parts: BuiltIn): Outside => ({
  ...acquirerFor(parts),
  ...registerFor(parts),
  ...messagingFor(parts),
  ...(parts.messaging?.push && { push: webPushService(parts.messaging.push) }),
  ...networkFor(parts),
  ...ordersFor(parts),
  vault: keyVault(parts.serviceKey),
  files: parts.files ? checkedFiles(parts.db, s3Files(parts.files)) : databaseFiles(parts.db),
  ...(parts.helpDesk && { helpDesk: webhookHelpDesk(parts.helpDesk) }),
  ...officeFor(parts),
  webhooks: publicSender,
  speed: parts.speed ?? noSpeedServers,
  ...loadFor(parts),
});

/** What the provider's office has of its own: its sign-in, another billing, a file of the heads of the audit trail. */
const officeFor = ({ openId, anchorPath, billingUrl }: BuiltIn) => ({
  ...(openId && { openId: openIdConnect(openId) }),
  ...(anchorPath !== undefined && { auditAnchors: anchorFile(anchorPath) }),
  ...(billingUrl !== undefined && { billingViews: billingViews(billingUrl) }),
});

/** The real bank; in the demo the sandbox with play money; otherwise none. */
function acquirerFor({ db, isDemo, acquirer, publicUrl, secret }: BuiltIn) {
  if (acquirer) return { acquirer: realAcquirer({ ...acquirer, publicUrl }) };
  if (!isDemo) return { acquirer: absentAcquirer };
  return {
    acquirer: sandboxAcquirer({ db, publicUrl, secret }),
    sandboxBank: sandboxBank({ db, publicUrl, secret }),
    subscriptions: sandboxSubscriptions({ db, publicUrl, secret }),
    sandboxSubscriptions: sandboxSubscriptionBank({ db, publicUrl, secret }),
  };
}

/** Devices of access are told about living sessions by the portal itself, beside FreeRADIUS. */
const ordersFor = ({ hasRadius, db, serviceKey }: BuiltIn) =>
  hasRadius ? { deviceOrders: deviceOrders(db, keyVault(serviceKey)) } : {};

/** What Prometheus has collected; in the demo a made-up load; otherwise none. */
function loadFor({ prometheus, isDemo }: BuiltIn) {
  if (prometheus) return { networkLoad: rememberedLoad(prometheusLoad(prometheus)) };
  return isDemo ? { networkLoad: generatedLoad(demoPlaces) } : {};
}

/** The network with a system for each kind of service; orders for a kind without a system are only recorded. */
function networkFor(parts: BuiltIn) {
  const { db, isDemo, mailServer, networkSystem, sipDomain } = parts;
  const tv = tvFor(parts);
  const own = {
    ...(networkSystem && ownSystem(db, networkSystem)),
    ...(tv && { tv: tv.network }),
    ...(mailServer && { mail: dovecot(db, mailServer) }),
    ...(parts.hasRadius && { internet: freeRadius(db, keyVault(parts.serviceKey)) }),
    ...(sipDomain !== undefined && { sip: kamailioExchange(db, sipDomain) }),
  };
  return {
    network: networkByKind(recordedNetwork(db), own),
    showsRegistrations: isDemo || sipDomain !== undefined,
    ...(tv && { tv }),
  };
}

/** The real TV platform; in the demo a recorded one with devices; otherwise none. */
function tvFor({ db, isDemo, hasDemoTv = isDemo, tv }: BuiltIn) {
  if (tv) return realTv(tv, db);
  return hasDemoTv ? recordedTv(db) : undefined;
}

/** The real cash register; in the demo the recorded one, whose receipts are not valid; otherwise none. */
function registerFor({ db, isDemo, atol, publicUrl }: BuiltIn) {
  if (atol) return { cashRegister: atolRegister(atol, `${publicUrl}/gateway/receipt`) };
  if (!isDemo) return {};
  const recorded = recordedRegister(db, publicUrl);
  return { cashRegister: recorded, recordedReceipts: recorded };
}

/**
 * Real mail, text messages and bots, if the settings name them. Other messages are shown at `/sandbox/inbox` in the demo, or else
 * written to a folder.
 */
function messagingFor({ db, isDemo, mailFolder, messaging = {} }: BuiltIn) {
  const { smtp, smpp, sms = [] } = messaging;
  const gateways = [...(smpp ? [smppGateway(smpp)] : []), ...sms.map(smscGateway)];
  const { messengers, ...builtIn } = isDemo
    ? sandboxInbox(db)
    : { messengers: {}, mail: folderMail(mailFolder), sms: folderSms(join(mailFolder, 'sms')) };
  return {
    ...builtIn,
    reaches: reachedBy(messaging, isDemo),
    ...(smtp && { mail: smtpMail(smtp) }),
    ...(gateways.length > 0 && { sms: throughGateways(gateways) }),
    messengers: { ...messengers, ...botsFor(messaging) },
  };
}

/** The demo shows its messages at `/sandbox/inbox`. */
const reachedBy = ({ smtp, smpp, sms }: MessagingSettings, isDemo: boolean): Outside['reaches'] => ({
  phone: isDemo || smpp !== undefined || sms !== undefined,
  email: isDemo || smtp !== undefined,
});

const botsFor = ({ telegram, max }: MessagingSettings) => ({
  ...(telegram && { telegram: telegramBot(telegram) }),
  ...(max && { max: maxBot(max) }),
});
