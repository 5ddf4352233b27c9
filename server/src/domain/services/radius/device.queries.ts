import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type DeviceKind = 'mikrotik' | 'accel-ppp' | 'cisco' | 'huawei' | 'juniper';

export interface NasRow {
  readonly nas_id: number;
  readonly name: string;
  readonly ip: string;
  readonly kind: DeviceKind;
  readonly lines: 'login' | 'line';
  readonly coa_port: number;
  readonly interim_seconds: number;
  readonly has_gigawords: boolean;
}

const DEVICE = sql`nas_id, name, host(address) as ip, kind, lines, coa_port, interim_seconds, has_gigawords`;

export const deviceRows = (tx: Tx): Promise<NasRow[]> =>
  tx.rows(sql`select ${DEVICE} from radius.nas order by address`);

export const lockDevice = (tx: Tx, nasId: number): Promise<NasRow | undefined> =>
  tx.maybe(sql`select ${DEVICE} from radius.nas where nas_id = ${nasId} for update`);

export type NewNas = Omit<NasRow, 'nas_id' | 'has_gigawords'> & { readonly secret: Buffer };

/** Nothing if there is one with the address. */
export const insertDevice = (tx: Tx, one: NewNas): Promise<NasRow | undefined> =>
  tx.maybe(sql`
    insert into radius.nas (name, address, kind, lines, secret, coa_port, interim_seconds)
    values (${one.name}, ${one.ip}::inet, ${one.kind}, ${one.lines}, ${one.secret}, ${one.coa_port}, ${one.interim_seconds})
    on conflict (address) do nothing returning ${DEVICE}`);

export const updateDevice = (tx: Tx, one: NasRow, secret: Buffer | null): Promise<number> =>
  tx.run(sql`
    update radius.nas set name = ${one.name}, kind = ${one.kind}, lines = ${one.lines}, coa_port = ${one.coa_port},
      interim_seconds = ${one.interim_seconds}, has_gigawords = ${one.has_gigawords}, secret = coalesce(${secret}, secret)
    where nas_id = ${one.nas_id}`);

export const deleteNas = (tx: Tx, nasId: number): Promise<number> =>
  tx.run(sql`delete from radius.nas where nas_id = ${nasId}`);

export interface TemplateValues {
  readonly kind: DeviceKind;
  readonly when: string;
  readonly place: 'accept' | 'coa' | 'both';
  readonly attribute: string;
  readonly op: ':=' | '+=';
  readonly value: string;
}

export interface TemplateRow extends TemplateValues {
  readonly template_id: number;
}

const TEMPLATE = sql`template_id, kind, "when", place, attribute, op, value`;

export const templateRows = (tx: Tx, kind: DeviceKind | null): Promise<TemplateRow[]> =>
  tx.rows(sql`
    select ${TEMPLATE} from radius.template where ${kind}::text is null or kind = ${kind} order by kind, template_id`);

export const insertTemplate = (tx: Tx, one: TemplateValues): Promise<TemplateRow> =>
  tx.one(sql`
    insert into radius.template (kind, "when", place, attribute, op, value)
    values (${one.kind}, ${one.when}, ${one.place}, ${one.attribute}, ${one.op}, ${one.value}) returning ${TEMPLATE}`);

export const deleteTemplate = (tx: Tx, templateId: number): Promise<TemplateRow | undefined> =>
  tx.maybe(sql`delete from radius.template where template_id = ${templateId} returning ${TEMPLATE}`);
