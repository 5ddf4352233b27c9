import { isIPv4 } from 'node:net';

// Numbers and forms of the attributes that an order to a living session may have, by RFC 2865 and the dictionaries of the makers.

type Form = 'text' | 'integer' | 'address' | 'octets';

interface Known {
  readonly type: number;
  readonly form: Form;
  /** By the registry of IANA. */
  readonly vendor?: number;
  /** Whether a tag stands before the value: `ERX-Service-Activate:1`. */
  readonly isTagged?: boolean;
}

const standard = (type: number, form: Form = 'text'): Known => ({ type, form });
const of = (vendor: number) => ({
  text: (type: number): Known => ({ vendor, type, form: 'text' }),
  integer: (type: number): Known => ({ vendor, type, form: 'integer' }),
  tagged: (type: number): Known => ({ vendor, type, form: 'text', isTagged: true }),
});
const [mikrotik, cisco, huawei, juniper] = [of(14_988), of(9), of(2011), of(4874)];

const KNOWN: Readonly<Record<string, Known>> = {
  'User-Name': standard(1),
  'NAS-IP-Address': standard(4, 'address'),
  'Framed-IP-Address': standard(8, 'address'),
  'Filter-Id': standard(11),
  Class: standard(25, 'octets'),
  'Session-Timeout': standard(27, 'integer'),
  'Idle-Timeout': standard(28, 'integer'),
  'Acct-Session-Id': standard(44),
  'Event-Timestamp': standard(55, 'integer'),
  'Acct-Interim-Interval': standard(85, 'integer'),
  'Framed-Pool': standard(88),
  // In no registry: accel-ppp's own.
  'L4-Redirect': standard(243, 'integer'),
  'L4-Redirect-ipset': standard(244),
  'Mikrotik-Rate-Limit': mikrotik.text(8),
  'Mikrotik-Address-List': mikrotik.text(19),
  'Cisco-AVPair': cisco.text(1),
  'Cisco-Account-Info': cisco.text(250),
  'Cisco-Service-Info': cisco.text(251),
  'Huawei-Input-Burst-Size': huawei.integer(1),
  'Huawei-Input-Average-Rate': huawei.integer(2),
  'Huawei-Input-Peak-Rate': huawei.integer(3),
  'Huawei-Output-Burst-Size': huawei.integer(4),
  'Huawei-Output-Average-Rate': huawei.integer(5),
  'Huawei-Output-Peak-Rate': huawei.integer(6),
  'Huawei-Qos-Profile-Name': huawei.text(31),
  'Huawei-Policy-Name': huawei.text(95),
  'Huawei-HTTP-Redirect-URL': huawei.text(140),
  'ERX-Ingress-Policy-Name': juniper.text(10),
  'ERX-Egress-Policy-Name': juniper.text(11),
  'ERX-Service-Activate': juniper.tagged(65),
};

const VENDOR_SPECIFIC = 26;
const LONGEST = 253;

/** An attribute as it is sent: name and value. */
export type Attribute = readonly [name: string, value: string];

const knownAs = (name: string): Known | undefined => KNOWN[name.replace(/:[0-9]+$/, '')];

/** Whether an order to a living session may have this attribute. */
export const canBeOrdered = (name: string): boolean => knownAs(name) !== undefined;

/** Throws for an attribute that is not known, or a value that does not fit it. */
export function encodedAttribute([name, value]: Attribute): Buffer {
  const known = knownAs(name);
  if (!known) throw new Error(`RADIUS: ${name} cannot be sent to a living session`);
  const content = known.isTagged
    ? Buffer.concat([tagIn(name), valueOf(known.form, value)])
    : valueOf(known.form, value);
  const own = typeLengthValue(known.type, content);
  if (known.vendor === undefined) return own;
  const vendor = Buffer.alloc(4);
  vendor.writeUInt32BE(known.vendor);
  return typeLengthValue(VENDOR_SPECIFIC, Buffer.concat([vendor, own]));
}

const tagIn = (name: string): Buffer => Buffer.from([Number(/:([0-9]+)$/.exec(name)?.[1] ?? 0) % 32]);

export function typeLengthValue(type: number, content: Buffer): Buffer {
  if (content.length > LONGEST) throw new Error(`RADIUS: a value of ${content.length} bytes is too long`);
  return Buffer.concat([Buffer.from([type, content.length + 2]), content]);
}

function valueOf(form: Form, value: string): Buffer {
  switch (form) {
    case 'integer':
      return integer(Number(value));
    case 'address':
      return address(value);
    default:
      return Buffer.from(value, 'utf8');
  }
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function address(value: string): Buffer {
  if (!isIPv4(value)) throw new Error(`RADIUS: ${value} is no IPv4 address`);
  return Buffer.from(value.split('.').map(Number));
}
