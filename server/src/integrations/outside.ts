import { join } from 'node:path';
import type { Database } from '#db/database.ts';
import { absentAcquirer } from './acquirer/absent.ts';
import { realAcquirer } from './acquirer/real.ts';
import { sandboxAcquirer } from './acquirer/sandbox.ts';
import { sandboxBank } from './acquirer/sandbox-bank.ts';
import type { AcquirerSettings } from './acquirer/settings.ts';
import { sandboxSubscriptionBank } from './acquirer/subscription-bank.ts';
import { sandboxSubscriptions } from './acquirer/subscription-sandbox.ts';
import { atolRegister, type AtolSettings } from './fiscal/atol.ts';
import { recordedRegister } from './fiscal/recorded.ts';
import { sandboxInbox } from './inbox/inbox.ts';
import { folderMail } from './mail/folder.ts';
import { smtpMail, type SmtpSettings } from './mail/smtp.ts';
import { maxBot, type MaxSettings } from './messenger/max.ts';
import { telegramBot, type TelegramSettings } from './messenger/telegram.ts';
import { networkByKind } from './network/by-kind.ts';
import { recordedNetwork } from './network/recorded.ts';
import type { Outside } from './port.ts';
import { folderSms } from './sms/folder.ts';
import { firstThatTakes, smscGateway, type SmscSettings } from './sms/smsc.ts';
import { keyVault } from './vault/key-vault.ts';

export interface MessagingSettings {
  readonly smtp?: SmtpSettings;
  /** The gateway, and one to fall back to. */
  readonly sms?: readonly SmscSettings[];
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
  /** The portal's address for browsers and the sandbox bank. */
  readonly publicUrl: string;
  /** Signs the notifications of the sandbox bank. */
  readonly secret: string;
  /** Seals the passwords of services: 64 hexadecimal digits. */
  readonly serviceKey: string;
  /** Folder for letters, written as files; its subfolder `sms` is for text messages. */
  readonly mailFolder: string;
  /** Real mail servers, gateways and bots, each instead of what is built in. */
  readonly messaging?: MessagingSettings;
}

/** Outside systems that need no installation and no contract with anybody; the bank may be a real one. */
export const builtInOutside = ({
  db,
  isDemo,
  acquirer,
  atol,
  publicUrl,
  secret,
  serviceKey,
  mailFolder,
  messaging = {},
}: BuiltIn): Outside => ({
  ...(isDemo && !acquirer
    ? {
        acquirer: sandboxAcquirer({ db, publicUrl, secret }),
        sandboxBank: sandboxBank({ db, publicUrl, secret }),
        subscriptions: sandboxSubscriptions({ db, publicUrl, secret }),
        sandboxSubscriptions: sandboxSubscriptionBank({ db, publicUrl, secret }),
      }
    : { acquirer: acquirer ? realAcquirer({ ...acquirer, publicUrl }) : absentAcquirer }),
  ...registerFor({ db, isDemo, publicUrl, ...(atol && { atol }) }),
  ...messagingFor({ db, isDemo, mailFolder, messaging }),
  network: networkByKind(recordedNetwork(db), {}),
  vault: keyVault(serviceKey),
});

/**
 * Real mail, text messages and bots, as far as they are set. The demo shows what it would send at `/sandbox/inbox`; without it,
 * what has no system is laid down in a folder.
 */
function messagingFor(given: Required<Pick<BuiltIn, 'db' | 'isDemo' | 'mailFolder' | 'messaging'>>) {
  const { db, isDemo, mailFolder, messaging } = given;
  const sandbox = isDemo ? sandboxInbox(db) : undefined;
  const builtIn = sandbox ?? { mail: folderMail(mailFolder), sms: folderSms(join(mailFolder, 'sms')) };
  const { smtp, sms = [] } = messaging;
  return {
    ...(sandbox && { inbox: sandbox.inbox }),
    mail: smtp ? smtpMail(smtp) : builtIn.mail,
    sms: sms.length > 0 ? firstThatTakes(sms.map(smscGateway)) : builtIn.sms,
    messengers: { ...(sandbox && { telegram: sandbox.telegram }), ...botsFor(messaging) },
  };
}

const botsFor = ({ telegram, max }: MessagingSettings) => ({
  ...(telegram && { telegram: telegramBot(telegram) }),
  ...(max && { max: maxBot(max) }),
});

/** The real cash register; in the demo the recorded one, whose receipts are not valid; otherwise none. */
function registerFor({ db, isDemo, atol, publicUrl }: Pick<BuiltIn, 'db' | 'isDemo' | 'atol' | 'publicUrl'>) {
  if (atol) return { cashRegister: atolRegister(atol, `${publicUrl}/gateway/receipt`) };
  if (!isDemo) return {};
  const recorded = recordedRegister(db, publicUrl);
  return { cashRegister: recorded, recordedReceipts: recorded };
}
