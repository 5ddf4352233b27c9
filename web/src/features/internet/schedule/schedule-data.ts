import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { nowMs } from '#web/lib/clock/clock.ts';

export type AccessSchedule = Wire<typeof contract.internetSchedule.get>;
export type Defaults = Wire<typeof contract.internetSchedule.defs>;
export type Exceptions = AccessSchedule['exceptions'];
type Proven = Wire<typeof contract.internetSchedule.checkPassword>;

export const useSchedule = (id: number) => useCall(contract.internetSchedule.get, { params: { id } });
export const useDefaults = () => useCall(contract.internetSchedule.defs, {});

export const useSaving = () => useAction(contract.internetSchedule.set);
export const usePausing = () => useAction(contract.internetSchedule.pause);
export const useChecking = () => useAction(contract.internetSchedule.checkPassword);
export const usePasswordChange = () => useAction(contract.internetSchedule.changePassword);
export const useCode = () => useAction(contract.internetSchedule.sendPassword);

/** An action that needs the proof, if there is a password. */
export type ActionWithProof = (proof: { proof?: string }) => void;

/**
 * Asks for the password of the schedule when an action needs it; the action waits and then runs. The proof lives as long as this
 * page.
 */
export function useGuard(hasPassword: boolean) {
  const [proven, setProven] = useState<Proven>();
  const [waiting, setWaiting] = useState<ActionWithProof>();
  const valid = (one: Proven | undefined) =>
    one?.proof != null && one.expires_at !== null && Date.parse(one.expires_at) > nowMs()
      ? { proof: one.proof }
      : undefined;
  const ask = (action: ActionWithProof): void => setWaiting(() => action);
  return {
    /** Whether the dialog asks for the password now. */
    isAsking: waiting !== undefined,
    run(action: ActionWithProof): void {
      const proof = hasPassword ? valid(proven) : {};
      if (proof) action(proof);
      else ask(action);
    },
    /** Handles a refused action: asks again when the proof has expired. Returns whether it did. */
    askAgain(failure: Error, action: ActionWithProof): boolean {
      const isNeeded = failure instanceof ApiError && failure.code === 'schedule_password_needed';
      if (isNeeded) ask(action);
      return isNeeded;
    },
    take: (answer: Proven): void => {
      setProven(answer);
      setWaiting(undefined);
      waiting?.(valid(answer) ?? {});
    },
    learn: setProven,
    cancel: (): void => setWaiting(undefined),
  };
}
export type Guard = ReturnType<typeof useGuard>;
