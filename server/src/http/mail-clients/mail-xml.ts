import type { Provider } from '#kernel/provider.ts';

export type MailServers = NonNullable<Provider['mail']['servers']>;
export type MailServer = MailServers['imap'];

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
