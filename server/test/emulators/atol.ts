import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Faults of the next documents. */
interface AtolFaults {
  /** The document is registered, but the reply is lost. */
  loseAnswers: number;
  /** Number of replies «wait» before «done». */
  waits: number;
  /** The register refuses the document in its report. */
  fails: boolean;
  /** The request is refused at once. */
  refuses: boolean;
  /** The token is no longer accepted. */
  forgetsTokens: boolean;
  /** Every reply is 502. */
  isDown: boolean;
}

interface Document {
  readonly uuid: string;
  readonly kind: string;
  readonly body: AtolDocument;
  waits: number;
  readonly fails: boolean;
}

export interface AtolDocument {
  readonly external_id: string;
  readonly timestamp: string;
  readonly service: { readonly callback_url: string };
  readonly receipt: {
    readonly client: Record<string, string>;
    readonly company: Record<string, string>;
    readonly items: readonly Record<string, unknown>[];
    readonly payments: readonly { readonly type: number; readonly sum: number }[];
    readonly total: number;
  };
}

const LOGIN = { login: 'kabinet', pass: 'secret' };
const GROUP = 'group-1';
const NUMBER = 100;

/** ATOL Online, protocol 4, by its documentation, with faults. */
export async function atolEmulator() {
  const faults: AtolFaults = {
    loseAnswers: 0,
    waits: 0,
    fails: false,
    refuses: false,
    forgetsTokens: false,
    isDown: false,
  };
  const documents = new Map<string, Document>();
  let token = randomUUID();
  let tokens = 0;

  const failure = (code: number, text: string, uuid: string | null = null) => ({
    uuid,
    status: 'fail',
    error: { error_id: randomUUID(), code, text, type: 'system' },
    timestamp: '20.11.2026 14:05:00',
  });

  function register(kind: string, body: AtolDocument) {
    const known = [...documents.values()].find((one) => one.body.external_id === body.external_id);
    if (known) return { ...failure(33, 'Документ с таким external_id уже есть', known.uuid), status: 'wait' };
    if (faults.refuses) return failure(32, 'Неверный формат документа');
    const uuid = randomUUID();
    documents.set(uuid, { uuid, kind, body, waits: faults.waits, fails: faults.fails });
    return { uuid, status: 'wait', error: null, timestamp: '20.11.2026 14:05:00' };
  }

  function report(uuid: string) {
    const found = documents.get(uuid);
    if (!found) return failure(34, 'Документ не найден');
    if (found.waits > 0) {
      found.waits -= 1;
      return { ...failure(34, 'Документ ещё не готов', uuid), status: 'wait', error: null };
    }
    if (found.fails) return failure(-3804, 'Фискальный накопитель переполнен', uuid);
    const position = [...documents.keys()].indexOf(uuid) + NUMBER;
    return {
      uuid,
      status: 'done',
      error: null,
      payload: {
        total: found.body.receipt.total,
        fn_number: '9999078900012345',
        fiscal_document_number: position,
        fiscal_document_attribute: 2_996_787_000 + position,
        ofd_receipt_url: `https://ofd.example/rec/${position}`,
      },
    };
  }

  function signIn(body: unknown): [number, object] {
    if (JSON.stringify(body) !== JSON.stringify(LOGIN)) return [401, failure(12, 'Неверный логин или пароль')];
    tokens += 1;
    token = randomUUID();
    faults.forgetsTokens = false;
    return [200, { error: null, token, timestamp: '20.11.2026 14:05:00' }];
  }

  function forGroup(path: string, document: AtolDocument): [number, object] {
    const [, group, word = '', uuid = ''] = path.split('/');
    if (group !== GROUP) return [400, failure(30, 'Нет такой группы')];
    if (word === 'report') return [200, report(uuid)];
    return [200, register(word, document)];
  }

  function answer(path: string, given: string | undefined, body: unknown): [number, object] {
    if (faults.isDown) return [502, {}];
    if (path === '/getToken') return signIn(body);
    if (given !== token || faults.forgetsTokens) return [401, failure(11, 'Срок действия токена истёк')];
    return forGroup(path, body as AtolDocument);
  }

  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const [status, reply] = answer(request.url ?? '', request.headers['token'] as string | undefined, body);
      if (faults.loseAnswers > 0 && (request.url ?? '').includes('/sell')) {
        faults.loseAnswers -= 1;
        request.socket.destroy();
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    faults,
    settings: { url: `http://127.0.0.1:${port}`, group: GROUP, login: LOGIN.login, password: LOGIN.pass },
    documents: () => [...documents.values()],
    tokens: () => tokens,
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  return text === '' ? undefined : JSON.parse(text);
}
