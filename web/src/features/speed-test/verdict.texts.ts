import type { contract, Wire } from '#web/api/contract.ts';
import { number } from '#web/lib/text/format.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';
import type { Tone } from '#web/ui/card/state.tsx';

export type Measurement = Wire<typeof contract.speedTest.list>['items'][number];

/** Mbit/s: below ten with one decimal, from ten whole. */
export const mbit = (kbit: number): number => (kbit < 10_000 ? Math.round(kbit / 100) / 10 : Math.round(kbit / 1000));
/** Whole milliseconds of a time in microseconds. */
export const wholeMs = (us: number): string => number(Math.round(us / 1000));
/** Microseconds as «4,3 мс», from ten as «38 мс». */
export const ms = (us: number): string => `${us < 10_000 ? number(Math.round(us / 100) / 10) : wholeMs(us)}\u00a0мс`;

export interface Verdict {
  title: string;
  lead: string;
  /** Slower than the plan, in our network and not over a Wi-Fi that the browser knows of. */
  isSlow: boolean;
  /** The likely cause and its cure. */
  cause?: { title: string; text: string };
}

/** This share of the plan's speed counts as promised: headers of protocols and other devices at home take the rest. */
const AS_PROMISED = 0.9;
/** What a port of 100 Mbit/s delivers, least and most, Mbit/s. */
const OLD_PORT_MBIT = [85, 97] as const;

/** The finding in words. A slow measurement over Wi-Fi, or any from another network, says nothing against the line. */
export function verdictOf({ down_kbit, plan_mbit, plan, link, is_local }: Measurement): Verdict {
  const down = mbit(down_kbit);
  const rate = `${number(down)}\u00a0Мбит/с`;
  if (!is_local) {
    const lead =
      'Вы не\u00a0в\u00a0нашей сети: это скорость мобильного интернета или чужого Wi-Fi. Тариф проверяйте дома.';
    return { title: `${rate} из другой сети`, lead, isSlow: false };
  }
  if (plan_mbit === null)
    return { title: rate, lead: 'У этой услуги нет обещанной скорости, сравнить не с чем.', isSlow: false };
  if (down >= plan_mbit * AS_PROMISED)
    return {
      title: down > plan_mbit ? `${rate}: быстрее тарифа` : `${rate}: всё как в\u00a0тарифе`,
      lead: `Тариф «${plan ?? ''}» обещает ${number(plan_mbit)}\u00a0Мбит/с.`,
      isSlow: false,
    };
  if (link === 'wifi') {
    const lead = `По кабелю должно быть ${number(plan_mbit)}\u00a0Мбит/с. Wi-Fi часто вдвое медленнее: его с\u00a0тарифом не\u00a0сравнивают.`;
    return { title: `${rate} по Wi-Fi`, lead, isSlow: false };
  }
  return slow(down, plan_mbit, link);
}

function slow(down: number, planMbit: number, link: Measurement['link']): Verdict {
  const title = `${number(down)}\u00a0Мбит/с вместо ${number(planMbit)}`;
  const [least, most] = OLD_PORT_MBIT;
  if (planMbit > 100 && down >= least && down <= most)
    return {
      title,
      lead: 'Скорость держит порт на\u00a0100\u00a0Мбит/с: роутера, компьютера или кабель.',
      isSlow: true,
      cause: {
        title: 'Похоже, кабель.',
        text: 'Быстрее ста мегабит нужны 8 жил, а работают, видимо, 4. Переставьте кабель в роутере и измерьте снова.',
      },
    };
  if (link === 'unknown')
    return {
      title,
      lead: 'Это меньше, чем обещает тариф.',
      isSlow: true,
      cause: { title: 'Измерьте по кабелю.', text: 'Если вы на Wi-Fi, половину скорости может съедать он.' },
    };
  return {
    title,
    lead: 'Это меньше, чем обещает тариф. Закройте загрузки на других устройствах и измерьте снова.',
    isSlow: true,
  };
}

export interface SpeedUse {
  icon: IconName;
  name: string;
  note: string;
  tone: Tone;
  word: string;
}

const good = { tone: 'ok', word: 'Хорошо' } as const;
const fair = { tone: 'wait', word: 'Терпимо' } as const;
const poor = { tone: 'bad', word: 'Плохо' } as const;

/** What a video call needs: at most this delay (microseconds), at least this rate each way (Mbit/s). */
const CALL = { delay: 150_000, rate: 3 };
/** The longest delays (microseconds) at which a game is good, and fair. */
const GAME = { good: 60_000, fair: 120_000 };
/** The stream of a film in 4K, Mbit/s. */
const FILM_MBIT = 25;
/** The size of a game that is downloaded, and how many minutes that may take. */
const GAME_GB = 60;
const LONG_MIN = 60;

/** What the line is enough for. */
export function usesOf({ down_kbit, up_kbit, latency_us, down_latency_us, jitter_us }: Measurement): SpeedUse[] {
  const [down, up] = [down_kbit / 1000, up_kbit / 1000];
  const loaded = Math.max(latency_us, down_latency_us ?? 0);
  const screens = Math.floor(down / FILM_MBIT);
  const minutes = Math.max(1, Math.round((GAME_GB * 8000) / Math.max(down, 0.1) / 60));
  return [
    {
      icon: 'phone',
      name: 'Звонки с\u00a0видео',
      note: `отклик ${ms(latency_us)}, дрожание ${ms(jitter_us)}`,
      ...(latency_us <= CALL.delay && Math.min(down, up) >= CALL.rate ? good : fair),
    },
    { icon: 'gauge', name: 'Игры', note: `под нагрузкой ${ms(loaded)}`, ...gradeOfGame(loaded) },
    {
      icon: 'tv',
      name: 'Кино 4K',
      note: screensText(screens),
      ...(screens >= 1 ? good : poor),
    },
    {
      icon: 'arrow-down-left',
      name: `Скачать игру, ${GAME_GB}\u00a0ГБ`,
      note: downloadTimeText(minutes),
      ...(minutes <= LONG_MIN ? good : { tone: 'wait', word: 'Долго' }),
    },
  ];
}

function gradeOfGame(delay: number): Pick<SpeedUse, 'tone' | 'word'> {
  if (delay <= GAME.good) return good;
  return delay <= GAME.fair ? fair : poor;
}

function screensText(screens: number): string {
  if (screens === 0) return 'хватит на\u00a0Full HD';
  return screens === 1 ? 'на\u00a0одном экране' : `на\u00a0${Math.min(screens, 10)} экранах сразу`;
}

export function downloadTimeText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest}\u00a0мин`;
  return rest === 0 ? `${hours}\u00a0ч` : `${hours}\u00a0ч ${rest}\u00a0мин`;
}
