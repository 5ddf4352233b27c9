import { createHash } from 'node:crypto';

/** What an operator writes to clients. */
export interface Written {
  readonly title: string;
  readonly text: string;
}

/** The name of the notice of a message to one client. */
export const WRITTEN = 'operator.written';

export const hashOf = ({ title, text }: Written): string =>
  createHash('sha256').update(`${title}\n${text}`).digest('base64url');

/** Begins the keys of all messages of that text. */
export const keyOfText = (written: Written): string => `${WRITTEN}:${hashOf(written)}:`;
