import type { Database } from '#db/database.ts';
import { sandboxAcquirer } from './acquirer/sandbox.ts';
import { sandboxBank } from './acquirer/sandbox-bank.ts';
import { folderMail } from './mail/folder.ts';
import { recordedNetwork } from './network/recorded.ts';
import type { Outside } from './port.ts';

interface BuiltIn {
  readonly db: Database;
  /** Where browsers, and the sandbox bank, reach the portal. */
  readonly publicUrl: string;
  /** Signs the notifications of the sandbox bank. */
  readonly secret: string;
  /** Where letters are laid down as files. */
  readonly mailFolder: string;
}

/** Outside systems that need nothing installed and no contract with anybody. */
export const builtInOutside = ({ db, publicUrl, secret, mailFolder }: BuiltIn): Outside => ({
  acquirer: sandboxAcquirer({ db, publicUrl, secret }),
  sandboxBank: sandboxBank({ db, publicUrl, secret }),
  mail: folderMail(mailFolder),
  network: recordedNetwork(db),
});
