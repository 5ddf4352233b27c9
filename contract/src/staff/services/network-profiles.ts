import { z } from 'zod';
import { operatorCall, type OperatorRole } from '../../kernel/call/staff-call.ts';
import { SmallNumbered } from '../inputs.ts';
import { OPTION_PROFILE, OptionCode, PLAN_PROFILE, PROFILE_OPTIONS } from './network-shapes.ts';

export const SEE_NETWORK: readonly OperatorRole[] = ['support', 'engineer', 'admin', 'auditor'];

const kbit = z.int().nullable();
const word = z.string().nullable();

const Told = z.object({
  services: z.int().meta({ description: 'To how many services the network is told anew' }),
});

/** What the devices of access are told of plans and options, besides the speed of the catalogue. */
export const networkProfiles = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/profiles',
    summary: 'Plans and options of the internet with what the network is told of them',
    roles: SEE_NETWORK,
    command: { words: 'network profiles', help: 'что сеть знает о тарифах и опциях: скорости, пулы, фильтры' },
    result: z.object({
      plans: z.array(
        z.object({
          plan_id: z.int(),
          plan: z.string(),
          mbit: z
            .int()
            .nullable()
            .meta({ description: 'Of the catalogue; it counts where the profile tells no speed' }),
          down: kbit,
          up: kbit,
          burst_down: kbit,
          burst_up: kbit,
          burst_seconds: kbit,
          night: word,
          night_down: kbit,
          night_up: kbit,
          pool: word,
          filter: word,
          session_seconds: kbit,
        }),
      ),
      options: z.array(
        z.object({
          option_id: z.int(),
          option: z.string(),
          plan: z.string(),
          code: z.string(),
          down: kbit,
          up: kbit,
          pool: word,
          filter: word,
        }),
      ),
    }),
  }),
  setPlan: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/profiles/plan',
    summary: 'Sets the whole profile of a plan: what is not named is not said; the network is told of all its services',
    roles: ['engineer'],
    command: {
      words: 'network profile-plan',
      arguments: { plan_id: 'тариф' },
      options: {
        ...PROFILE_OPTIONS,
        burst_down: 'кбит/с в первые секунды загрузки',
        burst_up: 'то же от абонента',
        burst_seconds: 'сколько секунд',
        night: 'часы другой скорости: 23:00-07:00',
        night_down: 'кбит/с к абоненту в эти часы',
        night_up: 'то же от абонента',
        session_seconds: 'через сколько секунд оборудование спросит заново',
      },
      help: 'задать сетевой профиль тарифа целиком; без настроек — убрать',
    },
    body: z.strictObject({ plan_id: SmallNumbered, ...PLAN_PROFILE }),
    result: Told,
    problems: ['catalogue_unknown'],
  }),
  setOption: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/profiles/option',
    summary: 'Sets the profile of an option: at least this speed, another pool or filter; without a code it has none',
    roles: ['engineer'],
    command: {
      words: 'network profile-option',
      arguments: { option_id: 'опция', code: 'код, по которому её знают шаблоны ответов; без него — убрать профиль' },
      options: { ...PROFILE_OPTIONS, down: 'кбит/с: не медленнее', up: 'кбит/с от абонента: не медленнее' },
      help: 'задать сетевой профиль опции целиком',
    },
    body: z.strictObject({ option_id: SmallNumbered, code: OptionCode.optional(), ...OPTION_PROFILE }),
    result: Told,
    problems: ['catalogue_unknown'],
  }),
};
