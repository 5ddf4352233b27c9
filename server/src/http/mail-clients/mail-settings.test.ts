import { expect, test } from 'vitest';
import { readingPortal } from '../../../test/portal/portal.ts';

const get = async (url: string, host = 'kabinet.example') =>
  (await readingPortal()).inject({ method: 'GET', url, headers: { host } });

test.each(['/mail/config-v1.1.xml', '/.well-known/autoconfig/mail/config-v1.1.xml'])(
  '%s tells a mail program its servers, by the address or by the host',
  async (path) => {
    const byAddress = await get(`${path}?emailaddress=Maria%40volga.example`);
    expect(byAddress.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(byAddress.body).toContain('<hostname>imap.volga.example</hostname>\n      <port>993</port>');
    expect(byAddress.body).toContain('<domain>volga.example</domain>');
    expect((await get(path, 'autoconfig.volga.example')).body).toBe(byAddress.body);
  },
);

test('the profile for Apple devices has the address and no password', async () => {
  const { headers, body } = await get('/mail/profile.mobileconfig?emailaddress=maria%40volga.example');
  expect(headers['content-type']).toBe('application/x-apple-aspen-config; charset=utf-8');
  expect(body).toContain('<key>EmailAddress</key><string>maria@volga.example</string>');
  expect(body).toContain('<key>IncomingMailServerPortNumber</key><integer>993</integer>');
  expect(body).not.toMatch(/<key>(Incoming|Outgoing)Password<\/key>/);
});

test('a mailbox that does not exist has the same settings; another domain has none', async () => {
  const path = '/mail/profile.mobileconfig?emailaddress=';
  expect((await get(`${path}nobody%40volga.example`)).statusCode).toBe(200);
  for (const wrong of ['maria%40elsewhere.example', 'maria', '%3Cb%3E%40volga.example', ''])
    expect((await get(`${path}${wrong}`)).statusCode).toBe(404);
  expect((await get('/mail/config-v1.1.xml')).statusCode).toBe(404);
});
