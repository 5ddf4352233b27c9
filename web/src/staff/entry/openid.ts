import { sendForStaff } from '../api/client.ts';
import { contract, type Request } from '../api/contract.ts';

// The sign-in of the provider's own: this page leaves for it and comes back to `/staff/openid`. What is remembered between stays in this tab.

/** Why the page has left: to come in, by an invitation, to link the account, or to confirm in a window of its own. */
type Why = 'enter' | 'invitation' | 'link' | 'confirm';

interface Left {
  readonly why: Why;
  readonly flow: string;
  readonly invitation?: string;
}

export type OpenIdBack = Request<typeof contract.openId.finish>['body']['back'];

const KEY = 'kabinet-openid';
const CHANNEL = 'kabinet-openid';
const NO_WINDOW = 'Браузер не открыл окно входа. Разрешите всплывающие окна или введите код';
const BACK = `${import.meta.env.BASE_URL}openid`;

/** Leaves the page for the provider's own sign-in. */
export async function leaveForOpenId(why: Why, invitation?: string): Promise<void> {
  const begin = why === 'link' || why === 'confirm' ? contract.ownOpenId.begin : contract.openId.begin;
  const { url, flow } = await sendForStaff(begin, {});
  const left: Left = { why, flow, ...(invitation !== undefined && { invitation }) };
  sessionStorage.setItem(KEY, JSON.stringify(left));
  window.location.assign(url);
}

/** What has come back, once: it leaves the address and the tab at once. Undefined: nothing has, or not here. */
export function takeBack(): (Omit<Left, 'flow'> & { readonly back: OpenIdBack }) | undefined {
  const asked = new URLSearchParams(window.location.search);
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  window.history.replaceState(null, '', window.location.pathname);
  const [code, state, iss] = [asked.get('code'), asked.get('state'), asked.get('iss')];
  if (kept === null || code === null || state === null) return undefined;
  const { flow, ...left } = JSON.parse(kept) as Left;
  return { ...left, back: { flow, code, state, ...(iss !== null && { iss }) } };
}

let toLink: OpenIdBack | undefined;

/** Keeps what has come back until the page of the own sign-in links it: there, she can prove who she is. */
export const keepToLink = (back: OpenIdBack): void => void (toLink = back);

export function takeToLink(): OpenIdBack | undefined {
  const back = toLink;
  toLink = undefined;
  return back;
}

let awaited: BroadcastChannel | undefined;

/**
 * Confirms in a window of its own, so that nothing typed on this page is lost; resolves with what has come back there. Of several windows
 * the last one counts.
 */
export function confirmByOpenId(): Promise<OpenIdBack> {
  awaited?.close();
  const channel = new BroadcastChannel(CHANNEL);
  awaited = channel;
  if (!window.open(`${BACK}#confirm`, '_blank', 'popup,width=520,height=720')) {
    channel.close();
    return Promise.reject(new Error(NO_WINDOW));
  }
  return new Promise((resolve) => {
    channel.addEventListener('message', ({ data }: MessageEvent<OpenIdBack>) => {
      channel.close();
      resolve(data);
    });
  });
}

/** Hands what has come back to the page that waits for it. */
export function handBack(back: OpenIdBack): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(back);
  channel.close();
  window.close();
}
