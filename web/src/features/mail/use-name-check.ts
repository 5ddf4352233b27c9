import { useEffect, useState } from 'react';
import { faultOfName, nameFaultText, nameInOneForm } from '@kabinet/contract/kernel/mailbox-name';
import { contract } from '#web/api/contract.ts';
import { useCall } from '#web/api/use-call.ts';
import type { CheckedName } from './mail-data.ts';

const PAUSE_MS = 400;

type NameAnswer = Pick<CheckedName, 'answer' | 'text' | 'similar'>;

/** What the server says of a name, 400 ms after the last key; what is plainly wrong is said at once. */
export function useNameCheck(typed: string, domain: string): NameAnswer | undefined {
  const name = nameInOneForm(typed);
  const fault = faultOfName(name);
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(name), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  const isSettled = settled === name && fault === undefined && domain !== '';
  const { data } = useCall(contract.emailUser.check, { query: { name: settled, domain } }, { enabled: isSettled });
  if (name === '') return undefined;
  // Nobody is told that a name is short while he types it.
  if (fault !== undefined)
    return fault === 'short' ? undefined : { answer: 'wrong', text: nameFaultText(fault), similar: [] };
  return isSettled ? data : undefined;
}
