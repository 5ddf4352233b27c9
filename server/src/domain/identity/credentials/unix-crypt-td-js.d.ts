declare module 'unix-crypt-td-js' {
  /** DES crypt(3) of the first eight bytes; the result begins with the two characters of the salt. */
  function crypt(password: readonly number[], salt: string): string;
  export = crypt;
}
