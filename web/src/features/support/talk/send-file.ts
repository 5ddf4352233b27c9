import { contract } from '#web/api/contract.ts';
import { send } from '#web/api/client.ts';
import type { SendFile } from '#web/shared/files/upload.ts';

/** Keeps a file of the client until a message names it. */
export const sendFile: SendFile = (body) => send(contract.support.addFile, { body });
