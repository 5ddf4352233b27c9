/** Calls of emergency and information services; none of them is a subscriber. */
const LONGEST_SERVICE = 4;
const LEFT_AT_THE_END = 2;
/** The code of a country and the beginning of what follows. */
const LEFT_OF_ABROAD = 3;
/** A shorter number keeps its end only. */
const SHORTEST_WITH_CODE = 8;

/** Anybody may know whose number this is: free of charge for who calls, or of a service. */
const isOpen = (number: string): boolean =>
  /^780[04]\d{7}$/.test(number) || (/^[\d*#]+$/.test(number) && number.length <= LONGEST_SERVICE);

/**
 * The number of another with stars in its middle: `79270000012` → `7927*****12`. Only the code and the last two digits
 * stay: it is secrecy of communication. `areaCode` is the town's: 8482. What is no number is hidden whole.
 */
export function masked(number: string, areaCode: string): string {
  if (number === '' || isOpen(number)) return number;
  if (!/^\d+$/.test(number)) return '*****';
  const end = number.slice(-LEFT_AT_THE_END);
  const code = codeOf(number, areaCode);
  return code + '*'.repeat(Math.max(number.length - code.length - end.length, 1)) + end;
}

function codeOf(number: string, areaCode: string): string {
  if (number.length < SHORTEST_WITH_CODE) return '';
  if (!/^7\d{10}$/.test(number)) return number.slice(0, LEFT_OF_ABROAD);
  return number.slice(0, number.startsWith(`7${areaCode}`) ? 1 + areaCode.length : 4);
}
