import { allDesks, insertDesk } from '#server/domain/payments/desk/desk.queries.ts';
import { personByLogin } from '#server/domain/staff/person/person.queries.ts';
import { addStaffPerson, inviteAgain } from '#server/domain/staff/entry/invitations.ts';
import type { World } from '#server/kernel/world.ts';

/** The provider's people of the demo: who tries it accepts their invitations. */
const PEOPLE = [
  {
    login: 'olga',
    name: 'Ольга Смирнова',
    roles: ['cashier', 'support', 'engineer'],
    title: 'касса, поддержка, инженер',
  },
  {
    login: 'petr',
    name: 'Пётр Ветров',
    roles: ['accountant', 'owner', 'admin'],
    title: 'бухгалтер, владелец, администратор',
  },
] as const;

/** Where Olga takes cash. */
const DESK = { name: 'Касса 1', place: 'Ленина, 40', register: 'АТОЛ 91Ф' };

/** Invites the people of the demo who have never come in; a line for each, with a link for an hour. Gives them a cash desk. */
export function demoInvitations({ db, clock, outside, staffUrl }: World): Promise<string[]> {
  const inviting = { vault: outside.vault, staffUrl, now: clock.now() };
  return db.write(async (tx) => {
    if ((await allDesks(tx)).length === 0) await insertDesk(tx, DESK, inviting.now);
    const lines: string[] = [];
    for (const person of PEOPLE) {
      const known = await personByLogin(tx, person.login);
      if (known && known.password_hash !== null) continue;
      const { link } = await (known ? inviteAgain(tx, person.login, inviting) : addStaffPerson(tx, person, inviting));
      lines.push(`  ${person.title}: ${link}`);
    }
    return lines;
  });
}
