import { PUBLIC_URL, type TestPortal } from '../portal/portal.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export interface Sender {
  ip?: string;
  headers?: Record<string, string>;
}

/** Signs in at the portal of the test that runs. */
export function signerAt(portal: () => TestPortal) {
  let nextHost = 0;
  /** Each sign-in comes from its own address, unless the test is about the address. */
  async function take(
    body: object,
    { ip = `10.0.${Math.floor(++nextHost / 250)}.${nextHost % 250}`, headers = {} }: Sender = {},
  ) {
    const reply = await portal().inject({
      method: 'POST',
      url: '/api/v2/auth/token',
      remoteAddress: ip,
      headers: { origin: PUBLIC_URL, 'user-agent': CHROME, ...headers },
      payload: body,
    });
    const answer = reply.json<Record<string, string>>();
    return {
      status: reply.statusCode,
      body: answer,
      retryAfter: reply.headers['retry-after'],
      cookies: cookiesOf(reply.headers['set-cookie']),
    };
  }

  const signIn = (login: string, password: string, sender?: Sender) => take({ login, password }, sender);

  const failFiveTimes = async (login: string, sender?: Sender) => {
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn(login, 'wrong', sender);
  };

  return { take, signIn, failFiveTimes };
}

export type SignInReply = Awaited<ReturnType<ReturnType<typeof signerAt>['signIn']>>;
export const DEVICE_COOKIE = '__Secure-kabinet-device';
/** The header by which the browser of an earlier sign-in is recognised. */
export const sameDevice = ({ cookies }: SignInReply) => ({
  cookie: `${DEVICE_COOKIE}=${cookies[DEVICE_COOKIE]!.value}`,
});

/** Set-Cookie lines as name → value and attributes; of one name with several paths, the paths together. */
function cookiesOf(lines: string | string[] | undefined): Record<string, { value: string; attributes: string[] }> {
  const parsed = [lines ?? []].flat().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    return [pair.slice(0, at), { value: pair.slice(at + 1), attributes: attributes.sort() }] as const;
  });
  const byName = Map.groupBy(parsed, ([name]) => name);
  return Object.fromEntries(
    Array.from(byName, ([name, [first, ...others]]) => [
      name,
      {
        value: first![1].value,
        attributes: [
          ...first![1].attributes,
          ...others.flatMap(([, { attributes }]) => attributes.filter((one) => one.startsWith('Path='))),
        ],
      },
    ]),
  );
}
