import { useState } from 'react';
import { contract, type Request } from '#web/api/contract.ts';
import { send } from '#web/api/client.ts';
import { sayError } from '#web/ui/toast/toast-store.ts';

type DocumentRequest = Request<typeof contract.document.link>['body'];

/**
 * Opens a document in a new tab by a secure link. The tab opens on the press, before the link is loaded: later the browser would
 * block it as a pop-up. If new tabs are blocked, the current tab shows the document.
 */
async function openDocument(wanted: DocumentRequest): Promise<void> {
  // An archive first asks for a confirmation: an empty tab opened now would hide the dialog.
  const asksFirst = wanted.kind === 'archive';
  let tab = asksFirst ? null : window.open('', '_blank');
  try {
    const { url } = await send(contract.document.link, { body: wanted });
    if (asksFirst) tab = window.open('', '_blank');
    if (tab) {
      tab.opener = null;
      tab.location.replace(url);
    } else window.location.assign(url);
  } catch (failure) {
    tab?.close();
    throw failure;
  }
}

const FAILED = 'Документ не открылся. Проверьте связь и повторите';

/** Opens documents, one at a time, and reports an error. */
export function useDocument() {
  const [isPending, setPending] = useState(false);
  const open = (wanted: DocumentRequest, onOpened?: () => void): void => {
    setPending(true);
    void openDocument(wanted)
      .then(onOpened, (failure: unknown) => sayError(failure, FAILED, 'Документ не открылся'))
      .finally(() => setPending(false));
  };
  return { open, isPending };
}
