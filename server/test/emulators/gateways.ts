import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Letter } from '#server/integrations/mail/port.ts';
import { smtpMail } from '#server/integrations/mail/smtp.ts';
import { maxBot } from '#server/integrations/messenger/max.ts';
import { telegramBot } from '#server/integrations/messenger/telegram.ts';
import { smscGateway } from '#server/integrations/sms/smsc.ts';

/** What a gateway does with the next messages. `lost`: it takes the message, and the connection breaks before its answer. */
type Mood = 'takes' | 'refuses' | 'fails' | 'silent' | 'busy' | 'lost' | 'gone';

interface TakenMessage {
  readonly to: string;
  readonly text: string;
  readonly key: string | undefined;
}

/** An emulated gateway of messages, as tests see it. */
export interface EmulatedGateway {
  mood: Mood;
  readonly taken: TakenMessage[];
  /** Sends by the real adapter: `sent`, or `gone` from a messenger. */
  readonly send: (message: { to: string; text: string; key?: string }) => Promise<unknown>;
}

export const TOKEN = 'the-token-of-the-bot';
export const GATEWAY_PASSWORD = 'the-password-of-the-gateway';
const TIMEOUT_MS = 1000;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Reply {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP gateway; `take` reads the request of its documents, and `says` answers as they say. */
async function httpGateway(
  state: { mood: Mood; taken: TakenMessage[] },
  take: (request: IncomingMessage, body: string) => TakenMessage,
  says: (mood: Exclude<Mood, 'silent' | 'lost'>) => Reply,
): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const { mood } = state;
    if (mood === 'silent') return;
    const message = take(request, body);
    if (mood === 'takes' || mood === 'lost') state.taken.push(message);
    if (mood === 'lost') {
      response.destroy();
      return;
    }
    const { status, body: said, headers = {} } = says(mood);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
  };
  const server = createServer((request, response) => void answer(request, response));
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

const BROKEN: Reply = { status: 502, body: '<html>Bad Gateway</html>' };

/** smsc.ru/api/http/send: parameters in the body, `fmt=3`, errors with status 200. */
export async function emulatedSmsc(): Promise<EmulatedGateway> {
  const state: { mood: Mood; taken: TakenMessage[] } = { mood: 'takes', taken: [] };
  const url = await httpGateway(
    state,
    (request, body) => {
      const given = new URLSearchParams(body);
      if (request.url !== '/sys/send.php' || given.get('psw') !== GATEWAY_PASSWORD) throw new Error('not SMSC');
      return { to: given.get('phones') ?? '', text: given.get('mes') ?? '', key: given.get('id') ?? undefined };
    },
    (mood) => {
      if (mood === 'takes') return { status: 200, body: { id: 1, cnt: 1 } };
      if (mood === 'fails') return BROKEN;
      if (mood === 'busy') return { status: 200, body: { error: 'duplicate request, wait a minute', error_code: 9 } };
      return { status: 200, body: { error: 'message is denied', error_code: 6, id: 1 } };
    },
  );
  const sms = smscGateway({ url, login: 'volga', password: GATEWAY_PASSWORD, timeoutMs: TIMEOUT_MS });
  return Object.assign(state, { send: (message: Omit<TakenMessage, 'key'>) => sms.send(message) });
}

/** core.telegram.org/bots/api, «Making requests» and «sendMessage». */
export async function emulatedTelegram(): Promise<EmulatedGateway> {
  const state: { mood: Mood; taken: TakenMessage[] } = { mood: 'takes', taken: [] };
  const failure = (status: number, description: string, parameters?: object): Reply => ({
    status,
    body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
  });
  const url = await httpGateway(
    state,
    (request, body) => {
      if (request.url !== `/bot${TOKEN}/sendMessage`) throw new Error('not Telegram');
      const { chat_id: to, text } = JSON.parse(body) as { chat_id: string; text: string };
      return { to, text, key: undefined };
    },
    (mood) => {
      if (mood === 'takes') return { status: 200, body: { ok: true, result: { message_id: 1 } } };
      if (mood === 'gone') return failure(403, 'Forbidden: bot was blocked by the user');
      if (mood === 'busy') return failure(429, 'Too Many Requests: retry after 37', { retry_after: 37 });
      return mood === 'fails' ? BROKEN : failure(400, 'Bad Request: message text is empty');
    },
  );
  const bot = telegramBot({ bot: 'b', token: TOKEN, secret: 's'.repeat(16), url, timeoutMs: TIMEOUT_MS });
  return Object.assign(state, { send: (message: Omit<TakenMessage, 'key'>) => bot.send(message) });
}

/** dev.max.ru/docs-api, `POST /messages`: the token in the header only. */
export async function emulatedMax(): Promise<EmulatedGateway> {
  const state: { mood: Mood; taken: TakenMessage[] } = { mood: 'takes', taken: [] };
  const url = await httpGateway(
    state,
    (request, body) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://max');
      if (pathname !== '/messages' || request.headers.authorization !== TOKEN) throw new Error('not MAX');
      const { text } = JSON.parse(body) as { text: string };
      return { to: searchParams.get('chat_id') ?? '', text, key: undefined };
    },
    (mood) => {
      if (mood === 'takes') return { status: 200, body: { message: { body: { mid: 'm' } } } };
      if (mood === 'gone') return { status: 403, body: { code: 'chat.denied', message: 'bot was stopped' } };
      if (mood === 'busy') {
        return { status: 429, body: { code: 'too.many.requests', message: '' }, headers: { 'retry-after': '37' } };
      }
      return mood === 'fails' ? BROKEN : { status: 400, body: { code: 'proto.payload', message: 'text is empty' } };
    },
  );
  const bot = maxBot({ bot: 'b', token: TOKEN, secret: 's'.repeat(16), url, timeoutMs: TIMEOUT_MS });
  return Object.assign(state, { send: (message: Omit<TakenMessage, 'key'>) => bot.send(message) });
}

/** The SMTP that a sender needs (RFC 5321): the letter is as it came, headers and body. */
export async function emulatedSmtp() {
  const state: { mood: Mood; taken: TakenMessage[]; heads: string[] } = { mood: 'takes', taken: [], heads: [] };
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket.on('error', () => undefined));
    if (state.mood === 'silent') return;
    socket.write('220 mail.example ESMTP\r\n');
    talk(socket, state);
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const mail = smtpMail({ url: `smtp://127.0.0.1:${port}`, from: 'Волга <help@volga.example>', timeoutMs: TIMEOUT_MS });
  return Object.assign(state, {
    send: ({ text, ...rest }: Omit<Letter, 'subject'>) => mail.send({ ...rest, subject: 'Уведомление', text }),
  });
}

const TO_RECIPIENT: Partial<Record<Mood, string>> = {
  refuses: '550 5.1.1 No such user',
  fails: '451 4.3.0 Try again later',
  busy: '421 4.7.0 Too many connections',
};

function talk(socket: Socket, state: { mood: Mood; taken: TakenMessage[]; heads: string[] }): void {
  let [waiting, letter, to] = ['', undefined as string[] | undefined, ''];
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const endLetter = (lines: readonly string[]) => {
    state.taken.push(readLetter(to, lines));
    state.heads.push(
      lines
        .slice(0, lines.indexOf(''))
        .join('\n')
        .replace(/\n[ \t]+/g, ' '),
    );
    if (state.mood === 'lost') socket.destroy();
    else say('250 2.0.0 Ok: queued');
  };
  const answerTo = (line: string): string => {
    const [verb = ''] = line.toUpperCase().split(' ');
    if (verb === 'EHLO') return '250-mail.example\r\n250 SIZE 10240000';
    if (verb === 'RCPT') {
      to = /<([^>]*)>/.exec(line)?.[1] ?? '';
      return TO_RECIPIENT[state.mood] ?? '250 2.1.5 Ok';
    }
    if (verb !== 'DATA') return '250 Ok';
    letter = [];
    return '354 Go ahead';
  };
  const hear = (line: string) => {
    if (!letter) say(answerTo(line));
    else if (line !== '.') letter.push(line.replace(/^\./, ''));
    else {
      endLetter(letter);
      letter = undefined;
    }
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (waiting + chunk).split('\r\n');
    waiting = lines.pop() ?? '';
    lines.forEach(hear);
  });
}

/** A letter with one part of text: base64 or quoted-printable, as its header says. */
function readLetter(to: string, lines: readonly string[]): TakenMessage {
  const end = lines.indexOf('');
  const headers = lines.slice(0, end).join('\n');
  const body = lines.slice(end + 1).join('\n');
  const coding = /^content-transfer-encoding: (.*)$/im.exec(headers)?.[1];
  const text = coding === 'base64' ? Buffer.from(body, 'base64').toString() : fromQuotedPrintable(body);
  return { to, text: text.trimEnd(), key: /^message-id: <([^@>]*)@volga\.example>$/im.exec(headers)?.[1] };
}

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
