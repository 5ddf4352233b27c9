import { contract } from '@kabinet/contract';
import type { TestPortal } from './portal.ts';

/** Programs of the demo provider, by their role in tests. */
export const PROGRAM = {
  static: 1101,
  second: 1102,
  antivirus: 1120,
  cloud: 1121,
  cinema: 1301,
  cinema4k: 1306,
  trial: 1303,
  knowledge: 1304,
  sport: 1305,
} as const;

export async function userOf(portal: TestPortal, user_type: 'internet' | 'tv', who: number): Promise<number> {
  const { body } = await portal.send(contract.user.list, { query: { user_type } }, who);
  return body[0]!.user_id;
}

/** A client's actions on the programs of a service. */
export function programActionsOf(portal: TestPortal, user_id: number, who: number) {
  const drawn = async () =>
    (await portal.send(contract.user.allowedDrawPrograms, { params: { id: user_id } }, who)).body;
  const asked = (programm_id: number, status: 'on' | 'off') => ({ user_id, programm_id, status });
  return {
    drawn,
    one: async (program: number) => (await drawn()).find(({ programm_id }) => programm_id === program)!,
    preview: (program: number, status: 'on' | 'off') =>
      portal.send(contract.user.programPreview, { body: asked(program, status) }, who),
    change: (program: number, status: 'on' | 'off', more: { version?: string } = {}) =>
      portal.send(contract.user.changeProgram, { body: { ...asked(program, status), ...more } }, who),
  };
}
