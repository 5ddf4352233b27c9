import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isMailDomain } from '#server/domain/services/mailbox/mailbox.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { World } from '#server/kernel/world.ts';
import { registerAutodiscover } from './autodiscover.ts';
import { type MailServer, type MailServers } from './mail-xml.ts';
import { escapedMarkup } from '#server/domain/shared/escaped-markup.rules.ts';

const ADDRESS = /^[a-z\d][a-z\d._-]*@([a-z\d][a-z\d.-]*)$/;
const DOMAIN = /^[a-z\d][a-z\d.-]*$/;

/** Serves settings of mail programs: the same for every mailbox of a domain, so they do not reveal which mailboxes exist. */
export function registerMailSettings(app: FastifyInstance, world: World): void {
  const { db, provider } = world;
  const { servers } = provider.mail;
  if (!servers) return;
  const isOurs = async (domain: string | undefined): Promise<boolean> =>
    domain !== undefined && db.read((tx) => isMailDomain(tx, domain));
  const demandDomain = async (domain: string | undefined): Promise<string> => {
    if (domain === undefined || !(await isOurs(domain))) throw new Problem('not_found');
    return domain;
  };

  /** Thunderbird, K-9 and others ask for it at `autoconfig.<domain>` and at the domain itself. */
  const autoconfig = async (request: FastifyRequest, reply: FastifyReply) => {
    const domain = await demandDomain(askedAddress(request)?.domain ?? hostDomain(request));
    return reply.type('text/xml; charset=utf-8').send(autoconfigXml(domain, servers, provider.name));
  };
  app.get('/mail/config-v1.1.xml', autoconfig);
  app.get('/.well-known/autoconfig/mail/config-v1.1.xml', autoconfig);

  app.get('/mail/profile.mobileconfig', async (request, reply) => {
    const asked = askedAddress(request);
    await demandDomain(asked?.domain);
    return reply
      .type('application/x-apple-aspen-config; charset=utf-8')
      .header('content-disposition', 'attachment; filename="mail.mobileconfig"')
      .send(appleProfile(asked?.address ?? '', servers, provider.name));
  });
  registerAutodiscover(app, world, { servers, isOurs: (address) => isOurs(domainOf(address)) });
}

const LONGEST_ADDRESS = 320;

/** The domain of an e-mail; undefined if the text is not an e-mail. */
const domainOf = (address: string): string | undefined =>
  address.length > LONGEST_ADDRESS ? undefined : ADDRESS.exec(address)?.[1];

function askedAddress({ query }: FastifyRequest): { address: string; domain: string } | undefined {
  const { emailaddress } = query as Record<string, unknown>;
  if (typeof emailaddress !== 'string') return undefined;
  const address = emailaddress.toLowerCase();
  const domain = domainOf(address);
  return domain === undefined ? undefined : { address, domain };
}

function hostDomain({ hostname }: FastifyRequest): string | undefined {
  const domain = hostname.toLowerCase().replace(/^autoconfig\./, '');
  return DOMAIN.test(domain) ? domain : undefined;
}

const SOCKET = { ssl: 'SSL', starttls: 'STARTTLS' } as const;

const serverXml = (way: 'incoming' | 'outgoing', type: string, { host, port, security }: MailServer): string => `
    <${way}Server type="${type}">
      <hostname>${escapedMarkup(host)}</hostname>
      <port>${port}</port>
      <socketType>${SOCKET[security]}</socketType>
      <username>%EMAILADDRESS%</username>
      <authentication>password-cleartext</authentication>
    </${way}Server>`;

const autoconfigXml = (domain: string, { imap, pop3, smtp }: MailServers, name: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1">
  <emailProvider id="${escapedMarkup(domain)}">
    <domain>${escapedMarkup(domain)}</domain>
    <displayName>${escapedMarkup(name)}</displayName>
    <displayShortName>${escapedMarkup(name)}</displayShortName>${[
      serverXml('incoming', 'imap', imap),
      ...(pop3 ? [serverXml('incoming', 'pop3', pop3)] : []),
      serverXml('outgoing', 'smtp', smtp),
    ].join('')}
  </emailProvider>
</clientConfig>
`;

/** The same address gets the same profile, so that a second one replaces the first. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

function plistValue(value: string | number | boolean): string {
  if (typeof value === 'string') return `<string>${escapedMarkup(value)}</string>`;
  return typeof value === 'number' ? `<integer>${value}</integer>` : `<${String(value)}/>`;
}

const pairs = (values: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(values)
    .map(([key, value]) => `<key>${key}</key>${plistValue(value)}`)
    .join('\n');

/** Without a password: the device asks for it. */
const appleProfile = (address: string, { imap, smtp }: MailServers, name: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
<key>PayloadContent</key>
<array>
<dict>
${pairs({
  PayloadType: 'com.apple.mail.managed',
  PayloadVersion: 1,
  PayloadIdentifier: `kabinet.mail.${address}.account`,
  PayloadUUID: uuidOf(`account ${address}`),
  PayloadDisplayName: address,
  EmailAccountType: 'EmailTypeIMAP',
  EmailAccountDescription: address,
  EmailAddress: address,
  IncomingMailServerAuthentication: 'EmailAuthPassword',
  IncomingMailServerHostName: imap.host,
  IncomingMailServerPortNumber: imap.port,
  IncomingMailServerUseSSL: true,
  IncomingMailServerUsername: address,
  OutgoingMailServerAuthentication: 'EmailAuthPassword',
  OutgoingMailServerHostName: smtp.host,
  OutgoingMailServerPortNumber: smtp.port,
  OutgoingMailServerUseSSL: true,
  OutgoingMailServerUsername: address,
  OutgoingPasswordSameAsIncomingPassword: true,
})}
</dict>
</array>
${pairs({
  PayloadType: 'Configuration',
  PayloadVersion: 1,
  PayloadIdentifier: `kabinet.mail.${address}`,
  PayloadUUID: uuidOf(address),
  PayloadDisplayName: `${name}: ${address}`,
  PayloadDescription: 'Почта на этом устройстве. Пароль спросит само устройство.',
})}
</dict>
</plist>
`;
