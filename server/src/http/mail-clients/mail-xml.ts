import type { Provider } from '#kernel/provider.ts';

export type MailServers = NonNullable<Provider['mail']['servers']>;
export type MailServer = MailServers['imap'];
