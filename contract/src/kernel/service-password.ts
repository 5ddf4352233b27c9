/** Length of a service password in characters. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;

/** Rules that a new password may break, in the order in which they are shown. */
export const PASSWORD_RULES = ['length', 'own_words', 'common'] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

/** The passwords that attackers try first; shorter ones fail the rule of length. */
const COMMON = new Set(
  `12345678 123456789 1234567890 87654321 987654321 0987654321 11223344 123123123 12341234 12344321 147258369 135792468
  password password1 password12 password123 passw0rd p@ssw0rd pa55word qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
  qwerty12345 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 qazwsxedc zaq12wsx asdfghjk asdfghjkl zxcvbnm1 q1w2e3r4 q1w2e3r4t5
  abcd1234 abc12345 a1b2c3d4 aa123456 iloveyou sunshine princess football baseball superman internet letmein1 welcome1
  admin123 administrator root1234 changeme default1 monkey12 dragon12 master12 trustno1 starwars computer samsung1
  пароль12 пароль123 йцукенгш йцукенгшщз йцукен12 йцукен123 фывапролд любовь12 привет12 привет123 наташа12 марина12`.split(
    /\s+/,
  ),
);

/** Normalises a password: the same text may be typed as different code points. */
export const passwordInOneForm = (password: string): string => password.normalize('NFC');

/**
 * The rules that a new service password breaks; empty when it is accepted. `ownWords`: login, contract, names, at least four
 * characters each: the password must be long enough without them.
 */
export function brokenRules(password: string, ownWords: readonly string[]): PasswordRule[] {
  const text = passwordInOneForm(password).toLowerCase();
  const checks: Record<PasswordRule, boolean> = {
    length: isShort(text) || signsOf(text) > PASSWORD_LENGTH.most,
    own_words: isMadeOf(text, ownWords),
    common: COMMON.has(text) || (text !== '' && new Set(text).size <= 2),
  };
  return PASSWORD_RULES.filter((rule) => checks[rule]);
}

/** Code points, not UTF-16 units. */
const signsOf = (text: string): number => Array.from(text).length;

const isShort = (text: string): boolean => signsOf(text) < PASSWORD_LENGTH.least;

function isMadeOf(text: string, words: readonly string[]): boolean {
  const left = words.reduce((rest, word) => rest.replaceAll(passwordInOneForm(word).toLowerCase(), ''), text);
  return left !== text && isShort(left);
}

/** The own words in names and numbers, longest first; without short ones, which occur in many other words. */
export const ownWordsOf = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map((word) => word.toLowerCase()))]
    .filter((word) => signsOf(word) >= LEAST_WORD)
    .sort((a, b) => b.length - a.length);

const LEAST_WORD = 4;

/** Without characters that look alike when a password is copied by hand. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const MADE_LENGTH = 16;

/** Generates a password of 92 random bits. `random` must be cryptographically secure. */
export function madePassword(random: (count: number) => Uint8Array): string {
  let password = '';
  while (password.length < MADE_LENGTH) {
    // Skip bytes beyond the last whole multiple of the alphabet: they would make its first characters likelier.
    for (const byte of random(MADE_LENGTH)) {
      if (byte < 256 - (256 % SIGNS.length)) password += SIGNS.charAt(byte % SIGNS.length);
    }
  }
  return password.slice(0, MADE_LENGTH);
}
