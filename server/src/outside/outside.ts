import type { Database } from '#db/database.ts';
import { absentAcquirer } from './acquirer/absent.ts';
import { sandboxAcquirer } from './acquirer/sandbox.ts';
import { sandboxBank } from './acquirer/sandbox-bank.ts';
import { folderMail } from './mail/folder.ts';
import { recordedNetwork } from './network/recorded.ts';
import type { Outside } from './port.ts';

interface BuiltIn {
  readonly db: Database;
  /** Whether anybody may pay with play money: only over the demo's data, never over a provider's own. */
  readonly isDemo: boolean;
  /** Where browsers, and the sandbox bank, reach the portal. */
  readonly publicUrl: string;
  /** Signs the notifications of the sandbox bank. */
  readonly secret: string;
  /** Where letters are laid down as files. */
  readonly mailFolder: string;
}

/** Outside systems that need nothing installed and no contract with anybody. */
export const builtInOutside = ({ db, isDemo, publicUrl, secret, mailFolder }: BuiltIn): Outside => ({
  ...(isDemo
    ? {
        acquirer: sandboxAcquirer({ db, publicUrl, secret }),
        sandboxBank: sandboxBank({ db, publicUrl, secret }),
      }
    : { acquirer: absentAcquirer }),
  mail: folderMail(mailFolder),
  network: recordedNetwork(db),
});
