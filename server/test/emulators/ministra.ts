import { emulatedPlatform, type PlatformRequest } from './platform.ts';

const [LOGIN, PASSWORD] = ['api', 'secret'];
const BASIC = `Basic ${Buffer.from(`${LOGIN}:${PASSWORD}`).toString('base64')}`;

interface Account {
  login: string;
  readonly account_number: string;
  password: string;
  status: string;
  tariff_plan: string;
  stb_mac: string;
  subscribed: string[];
}

const ok = (results: unknown) => ({ body: { status: 'OK', results } });
/** The trap: an error is told with 200. */
const error = (words: string) => ({ body: { status: 'ERROR', results: false, error: words } });

/** REST API v1 of Ministra by its documentation, with its traps. */
export async function ministraEmulator() {
  const accounts: Account[] = [];
  const boxes: { mac: string; ls: string; online: '0' | '1'; stb_type: string; last_active: string }[] = [];
  const events: { to: string; event: string; msg: string | null }[] = [];
  const traps = { errorsIn200: 0 };

  const create = (fields: URLSearchParams) => {
    const number = fields.get('account_number') ?? '';
    if (accounts.some((one) => one.account_number === number)) return error('Account already exists');
    const account = {
      account_number: number,
      login: '',
      password: '',
      status: '1',
      tariff_plan: '',
      stb_mac: '',
      subscribed: [],
    };
    accounts.push(Object.assign(account, Object.fromEntries(fields)));
    return ok(true);
  };

  function ofAccount({ method }: PlatformRequest, account: Account | undefined, fields: URLSearchParams) {
    if (!account) return error('Account not found');
    if (method === 'PUT') Object.assign(account, Object.fromEntries(fields));
    return ok(method === 'GET' ? [{ ...account, status: Number(account.status) }] : true);
  }

  function subscribe(account: Account | undefined, fields: URLSearchParams) {
    if (!account) return error('Account not found');
    const ended = fields.getAll('unsubscribed[]');
    const kept = account.subscribed.filter((id) => !ended.includes(id));
    account.subscribed = [...new Set([...kept, ...fields.getAll('subscribed[]')])];
    return ok(true);
  }

  function ofBox({ method }: PlatformRequest, which: string) {
    if (method === 'GET') return ok(boxes.filter(({ ls, mac }) => ls === which || mac === which));
    const place = boxes.findIndex(({ mac }) => mac === which);
    if (place === -1) return error('STB not found');
    boxes.splice(place, 1);
    return ok(true);
  }

  const { url, faults, asked } = await emulatedPlatform((one) => {
    if (one.authorization !== BASIC)
      return { status: 401, body: { status: 'ERROR', results: '', error: '401 Unauthorized request' } };
    if (traps.errorsIn200 > 0) {
      traps.errorsIn200 -= 1;
      return error('Server error');
    }
    const fields = new URLSearchParams(one.text);
    const [resource, which = ''] = one.path.split('/');
    const account = accounts.find(({ account_number }) => account_number === which);
    const resources: Record<string, () => { body: object }> = {
      accounts: () => (one.method === 'POST' ? create(fields) : ofAccount(one, account, fields)),
      account_subscription: () => subscribe(account, fields),
      stb: () => ofBox(one, which),
      send_event: () => {
        events.push({ to: which, event: fields.get('event') ?? '', msg: fields.get('msg') });
        return ok(true);
      },
    };
    return resources[resource ?? '']?.() ?? error('Resource not found');
  });
  return {
    settings: { url, login: LOGIN, password: PASSWORD },
    faults,
    traps,
    asked,
    list: accounts,
    events,
    accounts: () => accounts.length,
    addDevice: (service: number, id: string, isOnline: boolean) => {
      const account = accounts.find(({ account_number }) => account_number === String(service))!;
      account.stb_mac ||= id;
      boxes.push({
        mac: id,
        ls: String(service),
        online: isOnline ? '1' : '0',
        stb_type: 'MAG250',
        last_active: '2026-11-20 10:00:00',
      });
    },
  };
}
