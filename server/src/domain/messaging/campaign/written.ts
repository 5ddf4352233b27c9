import { createHash } from 'node:crypto';

/** What an operator writes to clients. */
export interface WrittenMessage {
  readonly title: string;
  readonly text: string;
}

/** The name of the notice of a message to one client. */
export const WRITTEN = 'operator.written';

export const writtenHashOf = ({ title, text }: WrittenMessage): string =>
  createHash('sha256').update(`${title}\n${text}`).digest('base64url');

/** Begins the keys of all messages of that text. */
export const keyOfText = (written: WrittenMessage): string => `${WRITTEN}:${writtenHashOf(written)}:`;
