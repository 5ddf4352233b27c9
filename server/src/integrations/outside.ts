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
import { folderMail } from './mail/folder.ts';
import { kamailioExchange } from './network/kamailio.ts';
import { networkByKind } from './network/by-kind.ts';
import { recordedNetwork } from './network/recorded.ts';
import type { Outside } from './port.ts';
import { folderSms } from './sms/folder.ts';
import type { Speed } from './speed/port.ts';
import { noSpeedServers } from './speed/servers.ts';
import { realTv } from './tv/real.ts';
import type { TvSettings } from './tv/settings.ts';
import { recordedTv } from './tv/recorded.ts';
import { keyVault } from './vault/key-vault.ts';

interface BuiltIn {
  readonly db: Database;
  /** Whether play money is accepted: only with the demo's data, never with a provider's own. */
  readonly isDemo: boolean;
  /** The real bank instead of the sandbox. */
  readonly acquirer?: AcquirerSettings;
  /** The real cash register instead of the recorded one. */
  readonly atol?: AtolSettings;
  /** The domain of the SIP exchange Kamailio instead of the recorded one. */
  readonly sipDomain?: string;
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
  readonly speed?: Speed;
}

/** Outside systems that need no installation and no contract with anybody; the bank may be a real one. */
export const builtInOutside = ({
  db,
  isDemo,
  acquirer,
  atol,
  sipDomain,
  hasDemoTv = isDemo,
  tv,
  publicUrl,
  secret,
  serviceKey,
  mailFolder,
  speed = noSpeedServers,
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
  mail: folderMail(mailFolder),
  sms: folderSms(join(mailFolder, 'sms')),
  ...networkFor({ db, hasDemoTv, ...(tv && { tv }) }, sipDomain),
  ...registrationsFor(isDemo, sipDomain),
  vault: keyVault(serviceKey),
  speed,
});

/** Each kind of service with a system of its own; in the demo a recorded TV platform with devices. */
function networkFor(
  { db, hasDemoTv, tv: settings }: Pick<BuiltIn, 'db' | 'tv'> & { hasDemoTv: boolean },
  sipDomain: string | undefined,
) {
  const builtIn = hasDemoTv ? recordedTv(db) : undefined;
  const tv = settings ? realTv(settings, db) : builtIn;
  return {
    network: networkByKind(recordedNetwork(db), {
      ...(tv && { tv: tv.network }),
      ...(sipDomain !== undefined && { sip: kamailioExchange(db, sipDomain) }),
    }),
    ...(tv && { tv }),
  };
}

/** The demo has registrations of its own. */
const registrationsFor = (isDemo: boolean, sipDomain: string | undefined) => ({
  showsRegistrations: isDemo || sipDomain !== undefined,
});

/** The real cash register; in the demo the recorded one, whose receipts are not valid; otherwise none. */
function registerFor({ db, isDemo, atol, publicUrl }: Pick<BuiltIn, 'db' | 'isDemo' | 'atol' | 'publicUrl'>) {
  if (atol) return { cashRegister: atolRegister(atol, `${publicUrl}/gateway/receipt`) };
  if (!isDemo) return {};
  const recorded = recordedRegister(db, publicUrl);
  return { cashRegister: recorded, recordedReceipts: recorded };
}
