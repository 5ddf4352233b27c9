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
import { recordedNetwork } from './network/recorded.ts';
import type { Outside } from './port.ts';
import { folderSms } from './sms/folder.ts';
import { keyVault } from './vault/key-vault.ts';

interface BuiltIn {
  readonly db: Database;
  /** Whether anybody may pay with play money: only over the demo's data, never over a provider's own. */
  readonly isDemo: boolean;
  /** The real bank in place of the sandbox. */
  readonly acquirer?: AcquirerSettings;
  /** The real cash register in place of the recorded one. */
  readonly atol?: AtolSettings;
  /** Where browsers, and the sandbox bank, reach the portal. */
  readonly publicUrl: string;
  /** Signs the notifications of the sandbox bank. */
  readonly secret: string;
  /** Seals the passwords of services: 64 hexadecimal digits. */
  readonly serviceKey: string;
  /** Where letters are laid down as files, and text messages in a folder `sms` of it. */
  readonly mailFolder: string;
}

/** Outside systems that need nothing installed and no contract with anybody; the bank may be a real one. */
export const builtInOutside = ({
  db,
  isDemo,
  acquirer,
  atol,
  publicUrl,
  secret,
  serviceKey,
  mailFolder,
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
  network: recordedNetwork(db),
  vault: keyVault(serviceKey),
});

/** The real cash register; the recorded one with the demo, whose receipts are worth nothing; else none. */
function registerFor({ db, isDemo, atol, publicUrl }: Pick<BuiltIn, 'db' | 'isDemo' | 'atol' | 'publicUrl'>) {
  if (atol) return { cashRegister: atolRegister(atol, `${publicUrl}/gateway/receipt`) };
  if (!isDemo) return {};
  const recorded = recordedRegister(db, publicUrl);
  return { cashRegister: recorded, recordedReceipts: recorded };
}
