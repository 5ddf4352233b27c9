interface Request {
  readonly method: 'REGISTER' | 'INVITE';
  readonly login: string;
  readonly password: string;
  readonly domain: string;
  readonly dialled?: string;
  /** The final answer that the exchange must give to the request with the digest. */
  readonly expected: number;
}

/** A scenario of sipp: a request, its challenge, the request with the digest, and the answer that is expected. */
export function scenarioOf({ method, login, password, domain, dialled = '', expected }: Request): string {
  const isCall = method === 'INVITE';
  const target = isCall ? `sip:${dialled}@${domain}` : `sip:${domain}`;
  const to = isCall ? dialled : login;
  const message = (seq: number, isSigned: boolean, branch = '[branch]') => `<![CDATA[
${method} ${target} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}
Max-Forwards: 70
From: <sip:${login}@${domain}>;tag=[call_number]
To: <sip:${to}@${domain}>
Call-ID: [call_id]
CSeq: ${seq} ${method}
Contact: <sip:${login}@[local_ip]:[local_port]>
User-Agent: sipp of the tests
${isSigned ? `[authentication username=${login} password=${password}]\n` : ''}${isCall ? '' : 'Expires: 600\n'}Content-Length: 0

]]>`;
  const acked = (seq: number) =>
    isCall
      ? `<send><![CDATA[
ACK ${target} SIP/2.0
[last_Via:]
Max-Forwards: 70
From: <sip:${login}@${domain}>;tag=[call_number]
[last_To:]
Call-ID: [call_id]
CSeq: ${seq} ACK
Content-Length: 0

]]></send>`
      : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<scenario name="${method}">
<send>${message(1, false)}</send>
<recv response="${isCall ? 407 : 401}" auth="true"/>
${acked(1)}
<send>${message(2, true)}</send>
${isCall ? '<recv response="100" optional="true"/>' : ''}
<recv response="${expected}"/>
${acked(2)}
</scenario>
`;
}

/** The trunk: it answers every call that comes through. */
export const TRUNK = `<?xml version="1.0" encoding="UTF-8"?>
<scenario name="trunk">
<recv request="INVITE" rrs="true"/>
<send><![CDATA[
SIP/2.0 200 OK
[last_Via:]
[last_From:]
[last_To:];tag=trunk[call_number]
[last_Call-ID:]
[last_CSeq:]
[last_Record-Route:]
Contact: <sip:trunk@[local_ip]:[local_port]>
Content-Length: 0

]]></send>
</scenario>
`;
