// oxlint-disable-next-line typescript/triple-slash-reference -- the package has no types of its own
/// <reference path="./oidc-provider.d.ts" />
import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { onTestFinished, vi } from 'vitest';

/** Who sits before the provider's own form of sign-in, and how she proves herself there. */
interface Visitor {
  readonly sub: string;
  readonly amr?: readonly string[];
  readonly acr?: string;
}

export const CLIENT = { clientId: 'kabinet', clientSecret: 'a secret of the client, long enough' };

/** A real OpenID provider on this machine, for a portal: whoever comes is the visitor, at once. */
export async function openIdProvider(site: string) {
  let visitor: Visitor = { sub: 'olga@ad', amr: ['pwd', 'mfa'] };
  let handle: (request: IncomingMessage, reply: ServerResponse) => unknown = () => undefined;
  const server = createServer((request, reply) => void handle(request, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // It warns of what only a real one must not have: keys and a store of this process.
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => {
    warned.mockRestore();
  });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${site}/staff/openid`],
        post_logout_redirect_uris: [`${site}/staff/`],
      },
    ],
    acrValues: ['1', '2'],
    claims: { openid: ['sub', 'amr', 'acr', 'auth_time'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the cookies'] },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/visit/${uid}` },
    loadExistingGrant: async (ctx: { oidc: GrantContext }) => {
      const grant = new provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  handle = (request, reply) => {
    if (request.url?.startsWith('/visit/') !== true) return callback(request, reply);
    const { sub: accountId, amr, acr } = visitor;
    const login = { accountId, ...(amr && { amr: [...amr] }), ...(acr !== undefined && { acr }) };
    return provider.interactionFinished(request, reply, { login }, { mergeWithLastSubmission: false });
  };
  return {
    issuer,
    visitedBy: (who: Visitor) => (visitor = who),
    close: () => server.close(),
    /** Follows the browser from where it leaves to where it comes back; what its address has then. */
    visit: async (url: string) => Object.fromEntries((await followed(url, issuer)).searchParams),
  };
}

interface GrantContext {
  readonly client?: { readonly clientId: string } | undefined;
  readonly session?: { readonly accountId?: string | undefined } | undefined;
}

async function followed(start: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = new URL(start);
  for (let step = 0; step < 10 && at.origin === issuer; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = reply.headers.get('location');
    if (next === null) throw new Error(`${at.href}: ${reply.status} ${await reply.text()}`);
    at = new URL(next, issuer);
  }
  return at;
}
