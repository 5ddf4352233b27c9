import type { Provider } from '#server/kernel/provider.ts';

export type MailServers = NonNullable<Provider['mail']['servers']>;
export type MailServer = MailServers['imap'];
