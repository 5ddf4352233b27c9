import fastify from 'fastify';
import { expect, test } from 'vitest';
import { readingPortal } from '../../../test/portal/portal.ts';
import { registerAutodiscover } from './autodiscover.ts';

const SCHEMAS = 'http://schemas.microsoft.com/exchange/autodiscover';
const OUTLOOK = `${SCHEMAS}/outlook/responseschema/2006a`;

const asking = (address: string, schema = OUTLOOK, above = '<?xml version="1.0" encoding="utf-8"?>') =>
  `${above}<Autodiscover xmlns="${SCHEMAS}/outlook/requestschema/2006">
  <Request>
    <EMailAddress>${address}</EMailAddress>
    <AcceptableResponseSchema>${schema}</AcceptableResponseSchema>
  </Request>
</Autodiscover>`;

const PATH = '/autodiscover/autodiscover.xml';
const XML = { 'content-type': 'text/xml' };

const post = async (payload: string, url = PATH) =>
  (await readingPortal()).inject({ method: 'POST', url, payload, headers: XML });
const refusal = async (payload: string) => {
  const { statusCode, body } = await post(payload);
  return [statusCode, /<ErrorCode>(\d+)<\/ErrorCode>/.exec(body)?.[1]];
};
/** The values of each protocol, by its type. */
function protocolsOf(body: string) {
  const protocols: Record<string, Record<string, string>> = {};
  for (const [, inner = ''] of body.matchAll(/<Protocol>(.*?)<\/Protocol>/gs)) {
    const values: Record<string, string> = {};
    for (const [, name = '', value = ''] of inner.matchAll(/<(\w+)>([^<]*)</g)) values[name] = value;
    const { Type: type = '', ...rest } = values;
    protocols[type] = rest;
  }
  return protocols;
}

test.each([PATH, '/Autodiscover/Autodiscover.xml'])(
  '%s tells Outlook the servers of an address, without a password',
  async (path) => {
    const { statusCode, headers, body } = await post(asking('Maria@Volga.example'), path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(body).toContain(`<Response xmlns="${OUTLOOK}">`);
    expect(body).toContain('<Action>settings</Action>');
    const common = {
      LoginName: 'maria@volga.example',
      DomainRequired: 'off',
      SPA: 'off',
      SSL: 'on',
      AuthRequired: 'on',
    };
    expect(protocolsOf(body)).toEqual({
      IMAP: { Server: 'imap.volga.example', Port: '993', ...common },
      POP3: { Server: 'pop.volga.example', Port: '995', ...common },
      SMTP: { Server: 'smtp.volga.example', Port: '465', ...common, UsePOPAuth: 'off', SMTPLast: 'off' },
    });
    expect(body).not.toMatch(/password/i);
  },
);

test('a server with STARTTLS is told as such, or Outlook would wait for TLS from the first byte', async () => {
  const app = fastify();
  const server = (port: number) => ({ host: 'mx.volga.example', port, security: 'starttls' as const });
  const servers = { imap: server(143), smtp: server(587) };
  registerAutodiscover(app, { clock: { now: () => new Date(0) } }, { servers, isOurs: () => Promise.resolve(true) });
  const { body } = await app.inject({
    method: 'POST',
    url: PATH,
    payload: asking('maria@volga.example'),
    headers: XML,
  });
  expect(protocolsOf(body)).toMatchObject({
    IMAP: { Port: '143', SSL: 'off', Encryption: 'TLS' },
    SMTP: { Port: '587', SSL: 'off', Encryption: 'TLS' },
  });
  expect(body).not.toContain('POP3');
});

test('a mailbox that does not exist has the same settings; another domain and what is no address have none', async () => {
  const known = (await post(asking('maria@volga.example'))).body;
  expect((await post(asking('nobody@volga.example'))).body).toBe(known.replaceAll('maria@', 'nobody@'));
  for (const address of ['maria@elsewhere.example', 'maria', '', `${'x'.repeat(400)}@volga.example`])
    expect.soft(await refusal(asking(address)), address).toEqual([200, '500']);
});

test('another form of answer is refused by its own code', async () => {
  expect(await refusal(asking('maria@volga.example', `${SCHEMAS}/mobilesync/responseschema/2006`))).toEqual([
    200,
    '601',
  ]);
});

const WHOLE = asking('maria@volga.example');
const DTD = '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]>';

test.each([
  ['nothing', ''],
  ['no XML', 'maria@volga.example'],
  ['JSON', '{"EMailAddress":"maria@volga.example"}'],
  ['a DTD', asking('maria@volga.example', OUTLOOK, DTD)],
  ['an entity of a DTD', asking('&e;', OUTLOOK, DTD)],
  ['a reference to a character', asking('&#109;aria@volga.example')],
  ['CDATA', asking('<![CDATA[maria@volga.example]]>')],
  ['a comment', asking('<!-- -->maria@volga.example')],
  ['an instruction inside', asking('<?php ?>maria@volga.example')],
  ['a tag that does not close', asking('<b maria@volga.example')],
  ['an element that does not end', WHOLE.replace('</Request>', '')],
  ['a wrong end', WHOLE.replace('</Request>', '</Autodiscover>')],
  ['two addresses', WHOLE.replace('<EMail', '<EMailAddress>a@b.example</EMailAddress><EMail')],
  ['two roots', WHOLE + WHOLE.replace(/^<\?.*?\?>/, '')],
  ['another root before it', `<a xmlns="${SCHEMAS}/outlook/requestschema/2006"/>${WHOLE.replace(/^<\?.*?\?>/, '')}`],
  ['text after the root', `${WHOLE}maria`],
  ['another root', WHOLE.replaceAll('Autodiscover', 'Discover')],
  ['another namespace', WHOLE.replace('outlook/requestschema', 'mobilesync/requestschema')],
  ['no namespace', WHOLE.replace(/ xmlns="[^"]*"/, '')],
  ['great depth', WHOLE.replace('<Request>', `<Request>${'<a>'.repeat(900)}`)],
])('a request with %s is invalid', async (_, payload) => {
  expect(await refusal(payload)).toEqual([200, '600']);
});

test('a large body is refused before it is read, and what a browser opens says that the address is served', async () => {
  expect((await post(asking(`${'x'.repeat(9000)}@volga.example`))).statusCode).toBe(413);
  const opened = await (await readingPortal()).inject({ method: 'GET', url: PATH });
  expect([opened.statusCode, opened.body.includes('<ErrorCode>600</ErrorCode>')]).toEqual([200, true]);
});
