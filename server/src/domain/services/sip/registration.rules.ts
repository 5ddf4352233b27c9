/** The IP address in a SIP address, shortened to its network: `10.84.x.x`, `2001:db8::`. */
export function shortAddress(uri: string): string {
  const v4 = /(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}/.exec(uri);
  if (v4) return `${v4[1] ?? ''}.x.x`;
  const v6 = /\[([\da-f:]+)\]/i.exec(uri);
  return v6 ? `${(v6[1] ?? '').split(':').slice(0, 2).join(':')}::` : '';
}
