/** A mail address that may break before its «@», so that it fits on a phone. */
export function Address({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
