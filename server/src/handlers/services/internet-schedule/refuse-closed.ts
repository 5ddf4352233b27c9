import { Problem } from '#server/kernel/call/problem.ts';

export function refuseClosed({ state }: { state: string }): void {
  if (state === 'closed')
    throw new Problem('change_not_allowed', { message: 'Услуга закрыта, график изменить нельзя' });
}
