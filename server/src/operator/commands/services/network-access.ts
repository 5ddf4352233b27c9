import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { plural } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { plain, total } from '../support/lines.ts';

type Profiles = Result<OperatorContract['networkProfiles']['list']>;
type Said = Readonly<Record<string, string | number | null>>;

const told = ({ services }: { readonly services: number }) =>
  said(`Профиль записан, сеть узнает о нём: ${plural(services, ['услуга', 'услуги', 'услуг'])}`);

/** What is said, by the names of the options by which it is set. */
const saidOf = (one: Said): string =>
  Object.entries(one)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value ?? ''}`)
    .join('  ');

const planLine = ({ plan_id: id, plan, mbit, ...profile }: Profiles['plans'][number]): string =>
  [`plan ${id}  «${plain(plan)}»`, mbit === null ? 'скорости в каталоге нет' : `${mbit} Мбит/с`, saidOf(profile)]
    .filter((part) => part !== '')
    .join('  ');

export const networkProfileCommands: CommandsOf<OperatorContract['networkProfiles']> = {
  list: {
    tell: ({ plans, options }) =>
      said(
        ...plans.map(planLine),
        ...options.map(
          ({ option_id: id, option, plan, ...profile }) =>
            `option ${id}  «${plain(option)}» к тарифу «${plain(plan)}»  ${saidOf(profile)}`,
        ),
      ),
  },
  setPlan: { tell: told },
  setOption: { tell: told },
};

const lineText = ({
  user_id,
  contract_id,
  ip,
  circuit,
  sessions,
}: Result<OperatorContract['networkLines']['set']>): string =>
  `услуга ${user_id}, договор ${contract_id}  ${ip === null ? 'адрес любой' : plain(ip)}  ${circuit === null ? 'порта нет' : `порт ${plain(circuit)}`}  устройств сразу: ${sessions}`;

const HAS = { hash: 'только хеш из прежней системы', nothing: 'пароля нет' } as const;

export const networkLineCommands: CommandsOf<OperatorContract['networkLines']> = {
  list: { tell: (lines) => said(...lines.map(lineText), total(lines.length)) },
  set: { tell: (line) => said(lineText(line)) },
  ports: {
    tell: (ports) =>
      said(
        ...ports.map(({ circuit, is_free: free }) => `${free ? 'свободен' : 'занят'}  ${plain(circuit)}`),
        total(ports.length),
      ),
  },
  passwords: {
    tell: ({ all, services }) =>
      said(
        ...services.map(({ user_id, contract_id, has }) => `услуга ${user_id}, договор ${contract_id}: ${HAS[has]}`),
        `Без читаемого пароля: ${plural(all, ['услуга', 'услуги', 'услуг'])}`,
      ),
  },
};

const LINES = { login: 'входят по паролю', line: 'входят по линии' } as const;

const deviceText = ({
  nas_id,
  name,
  ip,
  kind,
  lines,
  coa_port,
  interim_seconds,
  has_gigawords,
}: Result<OperatorContract['networkDevices']['edit']>): string =>
  `${nas_id}  ${ip}  ${kind}  «${plain(name)}»  ${LINES[lines]}  CoA ${coa_port}  отчёт раз в ${interim_seconds} с${has_gigawords ? '' : '  счётчики до 4 ГиБ'}`;

export const networkDeviceCommands: CommandsOf<OperatorContract['networkDevices']> = {
  list: { tell: (devices) => said(...devices.map(deviceText), total(devices.length)) },
  add: { tell: (device) => said(deviceText(device)) },
  edit: { tell: (device) => said(deviceText(device), 'FreeRADIUS узнает об этом в течение десяти минут') },
  remove: { tell: (device) => said(`Убрано: ${deviceText(device)}`) },
  key: { tell: ({ radius_key }) => said(radius_key) },
};

const templateText = ({
  template_id,
  kind,
  when,
  place,
  attribute,
  op,
  value,
}: Result<OperatorContract['networkTemplates']['add']>): string =>
  `${template_id}  ${kind}  ${when}  ${place}  ${attribute} ${op} ${plain(value)}`;

export const networkTemplateCommands: CommandsOf<OperatorContract['networkTemplates']> = {
  list: { tell: (templates) => said(...templates.map(templateText), total(templates.length)) },
  add: { tell: (template) => said(templateText(template)) },
  remove: { tell: (template) => said(`Убрано: ${templateText(template)}`) },
};
