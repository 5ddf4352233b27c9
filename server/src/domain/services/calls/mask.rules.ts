/** The most digits of a service number (112, 09), which belongs to no subscriber. */
const LONGEST_SERVICE = 4;
const LEFT_AT_THE_END = 2;
/** Leading digits of a foreign number that stay visible. */
const LEFT_OF_ABROAD = 3;
/** A shorter number shows only its last digits. */
const SHORTEST_WITH_CODE = 8;

/** Whether a number is public and never masked: a service number, or one that is free of charge for the caller. */
const isOpen = (number: string): boolean =>
  /^780[04]\d{7}$/.test(number) || (/^[\d*#]+$/.test(number) && number.length <= LONGEST_SERVICE);

/**
 * The other party's number with stars in its middle: `79270000012` → `7927*****12`. The law on secrecy of communication
 * allows only the code and the last two digits. `areaCode` is the town's: 8482. A text that is not a number is hidden whole.
 */
export function maskedNumber(number: string, areaCode: string): string {
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
