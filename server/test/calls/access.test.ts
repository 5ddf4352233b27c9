import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { operatorContract } from '@kabinet/contract/staff';
import type { Caller } from '#server/kernel/world.ts';
import { assertAccess } from '#server/kernel/call/access.ts';

const { internetAccount, family, invitation, user } = contract;
const who = (contractId: number | undefined, role?: 'payer' | 'technician' | 'full'): Caller => ({
  sessionId: 's',
  contractId,
  ...(role && { acting: { role, shareId: '1', memberId: 100_003 } as unknown as Caller['acting'] }),
});
const [GUEST, OWNER, PERSON] = [who(undefined), who(100_001), who(-7)];
const asked = (call: Call, caller: Caller | undefined) => {
  try {
    return assertAccess(call, caller) === caller ? 'may' : 'another caller';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('nobody makes a call that needs a caller, a guest none that needs a contract, and neither one of the staff', () => {
  expect(asked(invitation.look, undefined)).toBe('unauthorized');
  expect(asked(invitation.look, GUEST)).toBe('may');
  expect(asked(internetAccount.get, undefined)).toBe('unauthorized');
  expect(asked(internetAccount.get, GUEST)).toBe('unauthorized');
  expect(asked(internetAccount.get, OWNER)).toBe('may');
  expect(asked(operatorContract.staff.list, undefined)).toBe('unauthorized');
  expect(asked(operatorContract.staff.list, OWNER)).toBe('unauthorized');
});

test('a member makes the calls of his role only, the owner all', () => {
  expect(asked(internetAccount.get, who(100_001, 'payer'))).toBe('may');
  expect(asked(internetAccount.get, who(100_001, 'technician'))).toBe('not_in_role');
  expect(asked(family.invite, who(100_001, 'full'))).toBe('not_in_role');
  expect(asked(family.invite, OWNER)).toBe('may');
});

test('a person without a contract makes the calls of persons only, until a contract is open to her', () => {
  expect(asked(user.overview, PERSON)).toBe('may');
  expect(asked(internetAccount.get, PERSON)).toBe('not_in_role');
  expect(() => assertAccess(internetAccount.get, PERSON)).toThrow(
    expect.objectContaining({
      detail: { message: 'Сейчас вам не открыт ни один договор. Попросите владельца пригласить вас снова' },
    }),
  );
  expect(asked(internetAccount.get, who(-7, 'payer'))).toBe('may');
});
