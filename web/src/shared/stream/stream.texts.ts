import { keepTogether } from '#web/lib/text/format.ts';
import type { User } from '#web/shared/data/frame-data.ts';

const STATES: Partial<Record<User['state'], string>> = {
  active: 'работает',
  blocked: 'не работает',
  paused: 'на паузе',
  closed: 'закрыта',
};

/** Texts about services whose state has changed: «Волга 300: работает». */
export function serviceTold(before: readonly User[], after: readonly User[]): string[] {
  const former = new Map(before.map((user) => [user.user_id, user]));
  return after.flatMap((user) => {
    const was = former.get(user.user_id);
    if (!was) return [];
    const state = STATES[user.state];
    if (was.state !== user.state && state !== undefined) return [keepTogether(`${user.name}: ${state}`)];
    const plan = user.plan?.name;
    return plan !== undefined && was.plan?.name !== plan ? [keepTogether(`${user.name}: теперь тариф «${plan}»`)] : [];
  });
}

/** The first paragraph of a message, without markup. */
export function textOf(body: string): string {
  const [first = ''] = body.split('</p>');
  return first.replace(/<[^>]*>/g, '').replace(/&(#39|\w+);/g, (all, name: string) => NAMED[name] ?? all);
}

const NAMED: Record<string, string> = {
  nbsp: '\u00a0',
  laquo: '«',
  raquo: '»',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};
