import type { FastifyInstance, FastifyReply } from 'fastify';
import type { World } from '#server/kernel/world.ts';
import { readAutodiscover } from './autodiscover-request.ts';
import { type MailServer, type MailServers } from './mail-xml.ts';
import { openScope } from '../api/scope.ts';
import { escapedMarkup } from '#server/domain/shared/escaped-markup.rules.ts';

/** Outlook writes the first, other programs the second. */
const PATHS = ['/autodiscover/autodiscover.xml', '/Autodiscover/Autodiscover.xml'];
const LARGEST_REQUEST = 8 * 1024;
const RESPONSE = 'http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006';
const SETTINGS = 'http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a';

/** As the protocol numbers them (MS-OXDSCLI); a refusal is an answer of 200, too. */
const REFUSALS = {
  500: 'The email address cannot be found',
  600: 'Invalid Request',
  601: 'The requested type of settings is not provided',
} as const;

interface AutodiscoverOptions {
  readonly servers: MailServers;
  /** Whether the address is one of our domains. */
  readonly isOurs: (address: string) => Promise<boolean>;
}

/** Serves Microsoft Autodiscover in «plain old XML»: Outlook sends the address and gets the servers of its domain. */
export function registerAutodiscover(
  app: FastifyInstance,
  { clock }: Pick<World, 'clock'>,
  { servers, isOurs }: AutodiscoverOptions,
): void {
  const refuse = (reply: FastifyReply, code: keyof typeof REFUSALS) => send(reply, refusalXml(code, clock.now()));
  openScope(app, 'autodiscover', (mail) => {
    mail.removeAllContentTypeParsers();
    mail.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_REQUEST }, (_, body, parsed) =>
      parsed(null, body),
    );
    for (const path of PATHS) {
      mail.post<{ Body: string | undefined }>(path, async ({ body = '' }, reply) => {
        const asked = readAutodiscover(body);
        if (!asked) return refuse(reply, 600);
        if (asked.answerSchema !== SETTINGS) return refuse(reply, 601);
        const address = asked.address.toLowerCase();
        return (await isOurs(address)) ? send(reply, settingsXml(address, servers)) : refuse(reply, 500);
      });
      // A GET, as from a browser, shows that the address is served.
      mail.get(path, (_, reply) => refuse(reply, 600));
    }
  });
}

const send = (reply: FastifyReply, xml: string) =>
  reply.type('text/xml; charset=utf-8').header('cache-control', 'no-store').send(xml);

const refusalXml = (code: keyof typeof REFUSALS, at: Date): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<Autodiscover xmlns="${RESPONSE}">
  <Response>
    <Error Time="${at.toISOString().slice(11, 23)}" Id="0">
      <ErrorCode>${code}</ErrorCode>
      <Message>${REFUSALS[code]}</Message>
      <DebugData />
    </Error>
  </Response>
</Autodiscover>
`;

/** `SSL` is TLS from the first byte; `Encryption` outweighs it and says STARTTLS. */
const SECURITY = {
  ssl: '<SSL>on</SSL>',
  starttls: '<SSL>off</SSL>\n        <Encryption>TLS</Encryption>',
} as const;

const protocolXml = (type: string, address: string, { host, port, security }: MailServer, more = ''): string => `
      <Protocol>
        <Type>${type}</Type>
        <Server>${escapedMarkup(host)}</Server>
        <Port>${port}</Port>
        <LoginName>${escapedMarkup(address)}</LoginName>
        <DomainRequired>off</DomainRequired>
        <SPA>off</SPA>
        ${SECURITY[security]}
        <AuthRequired>on</AuthRequired>${more}
      </Protocol>`;

const OUTGOING = '\n        <UsePOPAuth>off</UsePOPAuth>\n        <SMTPLast>off</SMTPLast>';

/** Outlook takes the first protocol of incoming mail that it can use. */
const settingsXml = (address: string, { imap, pop3, smtp }: MailServers): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<Autodiscover xmlns="${RESPONSE}">
  <Response xmlns="${SETTINGS}">
    <Account>
      <AccountType>email</AccountType>
      <Action>settings</Action>${[
        protocolXml('IMAP', address, imap),
        ...(pop3 ? [protocolXml('POP3', address, pop3)] : []),
        protocolXml('SMTP', address, smtp, OUTGOING),
      ].join('')}
    </Account>
  </Response>
</Autodiscover>
`;
