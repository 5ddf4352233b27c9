import type { Page } from 'playwright-core';
import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import { stepAt, totpCodeOf } from '../../server/src/domain/identity/second-factor/totp.ts';
import type { Pass } from './browser.ts';
import type { Server } from './server.ts';

export const STAFF_PASSWORD = 'korotkiy les 84 volna';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app shows for a key, as the page tells it. */
export function appCode(key: string, ahead = 0): string {
  const bits = Array.from(key.replaceAll(/[^A-Z2-7]/g, ''), (sign) =>
    BASE32.indexOf(sign).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return totpCodeOf(Uint8Array.from(bytes), stepAt(new Date()) + ahead);
}

/** Invites a person by the command line; the code of the invitation. */
export async function invited(server: Server, login: string, roles: string, name: string): Promise<string> {
  const { output, code } = await server.operator('staff', 'add', login, roles, name, '--json');
  if (code !== 0) throw new Error(output);
  return (JSON.parse(output) as { code: string }).code;
}

/** A person who has come in, and the key of her app. */
export interface StaffPerson {
  readonly pass: Pass;
  readonly key: string;
}

/** Adds a person and signs her in, without the page. */
export async function staffPerson(server: Server, login: string, roles: string, name: string): Promise<StaffPerson> {
  const code = await invited(server, login, roles, name);
  const post = async (path: string, data: object) => {
    const reply = await fetch(`${server.url}/api/staff/v1/invitation/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify(data),
    });
    if (!reply.ok) throw new Error(await reply.text());
    return reply;
  };
  const { key } = (await (await post('open', { code })).json()) as { key: string };
  const reply = await post('accept', { code, password: STAFF_PASSWORD, app_code: appCode(key) });
  const [cookie = ''] = reply.headers.getSetCookie();
  const [name_, value = ''] = (cookie.split(';')[0] ?? '').split('=');
  const pass: Pass = {
    cookies: [
      {
        name: name_ ?? '',
        value,
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      },
    ],
    origins: [],
  };
  return { pass, key };
}

/** Makes a call of the staff as this person, without a page: `approvals/ask`. */
export async function askAs(server: Server, { pass }: StaffPerson, path: string, body: object): Promise<unknown> {
  const [cookie] = pass.cookies;
  const reply = await fetch(`${server.url}/api/staff/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: server.url,
      cookie: `${cookie?.name ?? ''}=${cookie?.value ?? ''}`,
    },
    body: JSON.stringify(body),
  });
  return reply.json();
}

/**
 * Counts what a person does, as `staff.md` counts: a key, a click and a filled field is one each. The seconds are those for which she waits
 * for the page.
 */
export class Acts {
  readonly #page: Page;
  count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.press(key);
  }

  /** Into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.type(text);
  }

  async click(role: 'button' | 'checkbox' | 'link' | 'option', name: string | RegExp): Promise<void> {
    this.count += 1;
    await this.#page.getByRole(role, { name }).click();
  }

  async fill(label: string, text: string): Promise<void> {
    this.count += 1;
    await this.#page.getByLabel(label, { exact: true }).fill(text);
  }
}

/** A day some days ahead, as it is typed: «28.02.2027». */
export const typedDayIn = (days: number): string =>
  addDays(dayIn('Europe/Samara', new Date()), days).split('-').toReversed().join('.');
