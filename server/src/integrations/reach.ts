import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { connect as connectPlain } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

const PATIENCE_MS = 5_000;

/** Why an outside system does not answer, in a few words; undefined if it does. Nothing is sent that it would keep. */
export type Reach = () => Promise<string | undefined>;

const trial = (work: () => Promise<unknown>): Promise<string | undefined> =>
  work().then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  );

/** Connects, greets and signs in. */
export const reachSmtp =
  (url: string): Reach =>
  () =>
    trial(async () => {
      const patience = {
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
      };
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ url, ...patience });
      await transport.verify().finally(() => {
        transport.close();
      });
    });

/** Only connects: a second sign-in might end the line of a running portal. */
export const reachPort =
  (url: string, usualPort: number, isSecure: boolean): Reach =>
  () =>
    trial(async () => {
      const { hostname: host, port } = new URL(url);
      const to = { host, port: Number(port || usualPort) };
      const socket = isSecure ? connectSecurely({ ...to, servername: host }) : connectPlain(to);
      try {
        await once(socket, isSecure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) });
      } finally {
        socket.destroy();
      }
    });

/** Any reply will do: without a key or a signature most systems refuse. */
export const reachHttp =
  (url: string): Reach =>
  () =>
    trial(() => fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) }));

/** Only looks whether the program may be started: what it would do without a request, nobody knows. */
export const reachProgram =
  (file: string): Reach =>
  () =>
    trial(() => access(file, constants.X_OK));

function reasonOf(error: unknown): string {
  const { name, code, cause } = error as Error & { code?: string; cause?: { code?: string } };
  if (name === 'TimeoutError' || name === 'AbortError') return `нет ответа за ${PATIENCE_MS / 1000} с`;
  if (code === 'EAUTH') return 'имя или пароль не приняты';
  return cause?.code ?? code ?? name;
}
