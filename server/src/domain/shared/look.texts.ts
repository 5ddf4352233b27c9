import { REHEARSAL } from '@kabinet/contract/kernel/call/staff-change';

/** What somebody of the staff has looked at, by the words of the call; of a rehearsal, that nothing was changed. */
export function lookedAtText(words: string, what: ReadonlyMap<string, string>): string {
  if (!words.endsWith(REHEARSAL)) return what.get(words) ?? words;
  const call = words.slice(0, -REHEARSAL.length);
  return `${what.get(call) ?? call} (проверка, ничего не меняли)`;
}
