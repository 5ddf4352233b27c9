import { counted, dayOf, dayText, monthText, plural } from '#web/lib/text/format.ts';
import type { PartAnswer, SettingsKnown, LookOnDevice } from './answer.ts';

type Consent = NonNullable<SettingsKnown['consents']>['consents'][number];

/** «Дано 2 согласия из 3» */
function givenText(consents: readonly Consent[]): string {
  const given = consents.filter(({ state }) => state === 'given' || state === 'with_contract').length;
  return `Дано ${given} ${plural(given, 'согласие', 'согласия', 'согласий')} из ${consents.length}`;
}

/** What the subscriber has agreed to, and whether news come. */
export function consentsAnswer({ consents: reply, settings }: SettingsKnown): PartAnswer | undefined {
  if (!reply) return undefined;
  const { consents } = reply;
  const news = settings && (settings.news.is_on ? 'Новости и скидки шлём' : 'Новостей и скидок не шлём');
  if (consents.length === 0) return { say: 'Согласий, кроме договора, нет', note: news };
  return {
    say: givenText(consents),
    note: news,
    doubts: consents.some(({ is_asked: isAsked }) => isAsked)
      ? [{ text: 'Новая редакция', title: 'Новая редакция согласия', icon: 'clock' }]
      : [],
  };
}

/** As many as a reply has at most: there may be more. */
const MOST_READS = 100;

function readsText(reads: NonNullable<SettingsKnown['reads']>, today: string): string {
  const month = today.slice(0, 7);
  const count = reads.filter(({ read_at }) => dayOf(read_at).startsWith(month)).length;
  const name = monthIn(today);
  if (count >= MOST_READS) return `Сотрудники смотрели договор больше ${count} раз в ${name}`;
  if (count > 0) return `Сотрудники смотрели договор ${counted(count, 'раз', 'раза', 'раз')} в ${name}`;
  const [last] = reads;
  return last ? `Сотрудники смотрели договор ${dayText(dayOf(last.read_at), today)}` : 'Сотрудники договор не смотрели';
}

/** «ноябре» */
const monthIn = (today: string): string => monthText(today.slice(0, 7), today).replace(/[ьй]$|(?<=т)$/, 'е');

function archiveText({ archive }: NonNullable<SettingsKnown['archive']>, today: string): string | undefined {
  if (archive?.state === 'making') return 'Архив собираем';
  if (archive?.state !== 'ready' || archive.kept_until === null) return undefined;
  return `Архив готов, скачайте до ${dayText(dayOf(archive.kept_until), today)}`;
}

/** Who looked at the data, and where they go. */
export function dataAnswer({ reads, archive, access }: SettingsKnown, today: string): PartAnswer | undefined {
  if (!reads) return undefined;
  const keys = access?.items.filter(({ item }) => item.kind === 'personal_key').length ?? 0;
  const notes = [archive && archiveText(archive, today), keys > 0 ? `Ключей для программ: ${keys}` : undefined];
  const said = notes.filter((note) => note !== undefined);
  return { say: readsText(reads, today), note: said.length > 0 ? said.join('. ') : undefined };
}

const THEMES = { auto: 'Тема как на устройстве', light: 'Светлая тема', dark: 'Тёмная тема' } as const;
const SIZES = { normal: 'обычный текст', large: 'крупный текст', huge: 'очень крупный текст' } as const;

/** How the cabinet looks on this device. */
export const viewAnswer = ({ theme, size, motion }: LookOnDevice): PartAnswer => ({
  say: [THEMES[theme], SIZES[size], ...(motion === 'less' ? ['без движения'] : [])].join(', '),
});
