import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract, type Wire } from '#web/api/contract.ts';
import { readStored, writeStored } from '#web/lib/page/stored.ts';
import { NOW } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, at, json, refuses, requests } from '../../../../test/stub.ts';
import { SupportPage } from '../support-page.tsx';

const { support } = contract;
type Coverage = Wire<typeof support.coverage>;

const CONSENT = { version: '2026-01', text: 'Согласен на звонок и обработку номера' };
const TIMES = [
  { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T11:00:00.000Z' },
  { from: '2026-11-21T05:00:00.000Z', to: '2026-11-21T08:00:00.000Z' },
];
const KEY = 'k'.repeat(43);
const known = (own: Partial<Wire<typeof support.askedCall>> = {}): Wire<typeof support.askedCall> => ({
  phone: '+7 ••• •••-05-12',
  topic: 'Подключение',
  call: TIMES[1]!,
  state: 'waiting',
  late_times: 0,
  note: null,
  done_at: null,
  ...own,
});
const plan = (own: Partial<Coverage['plans'][number]> = {}): Coverage['plans'][number] => ({
  plan_id: 3,
  service_kind: 'internet',
  name: 'Волга 300',
  summary: '300 Мбит/с',
  price: '550.00',
  unit: 'month',
  possible: true,
  reason: null,
  ...own,
});
const covered = (own: Partial<Coverage> = {}): Coverage => ({
  state: 'connected',
  ready_on: null,
  waiting: 0,
  first_visit: '2026-11-25T06:00:00.000Z',
  plans: [plan(), plan({ plan_id: 4, name: 'Волга 1000', possible: false, reason: 'В этом доме с марта 2027' })],
  ...own,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  answers(
    support.getCont,
    {},
    {
      phones: [{ label: 'Поддержка', phone: '78482001234' }],
      email: 'help@volga.example',
      office: { address: 'Тольятти, Юбилейная, 1', hours: '9:00–20:00' },
      own: null,
      consent: CONSENT,
    },
  );
  answers(support.callBackTimes, {}, TIMES);
  answers(support.cityList, {}, [{ city_id: 1, city_name: 'Тольятти' }]);
  answers(support.streetList, {}, [{ street_id: 7, name: 'Юбилейная', district: 'Автозаводский' }]);
  answers(support.coverage, {}, covered());
});
afterEach(() => void vi.useRealTimers());

const show = (view: string) => renderAt(`/support/${view}`, <SupportPage />, '/support/:view_type');
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const bodiesOf = (path: string) => requests().filter((sent) => sent.path.endsWith(path) && sent.method === 'POST');
const agree = () => userEvent.click(screen.getByRole('checkbox', { name: CONSENT.text }));

it('asks for a call at the chosen time, only with consent', async () => {
  answers(support.callBack, {}, { phone: '79270000512', call: TIMES[1]!, key: KEY });
  answers(support.askedCall, {}, known());
  show('call-back');
  expect(await heading(/^Перезвоним сегодня до\s15:00$/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Ваш телефон'), '8 927 000-05-12');
  await userEvent.click(screen.getByRole('button', { name: /завтра/ }));
  const send = screen.getByRole('button', { name: /^Жду звонка завтра с\s09:00 до\s12:00$/ });
  await userEvent.click(send);
  expect(bodiesOf('/call-back')).toEqual([]);
  await agree();
  await userEvent.click(send);
  expect(await screen.findByText(/^Ждите звонка завтра/)).toBeVisible();
  expect(bodiesOf('/call-back')[0]?.body).toEqual({
    phone: '8 927 000-05-12',
    topic: 'Не работает',
    consent: '2026-01',
    when: TIMES[1]!.from,
  });
});

it('a call that was asked for is there when the page is opened again, and is withdrawn by the key of this browser', async () => {
  writeStored('call-back', KEY);
  answers(support.askedCall, {}, known({ state: 'taken' }));
  answers(support.withdrawAskedCall, {}, { again_at: '2026-11-20T10:12:00.000Z' });
  show('call-back');
  expect(await heading(/^Перезвоним завтра с\s09:00 до\s12:00$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Отменить звонок' }));
  const question = within(screen.getByRole('dialog'));
  expect(question.getByText(/Не\sпозвоним завтра/)).toBeVisible();
  answers(support.askedCall, {}, known({ state: 'withdrawn', done_at: NOW.toISOString() }));
  await userEvent.click(question.getByRole('button', { name: 'Отменить звонок' }));
  expect(await screen.findByText(/^Новый на\sэтот номер можно заказать с\s14:12\.$/)).toBeVisible();
  expect(bodiesOf('/withdraw-asked-call')[0]?.body).toEqual({ key: KEY });
  expect(await screen.findByText('Прошлый звонок вы отменили.')).toBeVisible();
  expect(screen.getByLabelText('Ваш телефон')).toBeVisible();
});

it('a call that was made meanwhile is not withdrawn: the reason is said, and how it ended', async () => {
  writeStored('call-back', KEY);
  answers(support.askedCall, {}, known());
  refuses(support.withdrawAskedCall, {}, 'call_back_over');
  show('call-back');
  await userEvent.click(await screen.findByRole('button', { name: 'Отменить звонок' }));
  answers(support.askedCall, {}, known({ state: 'called', done_at: NOW.toISOString() }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отменить звонок' }));
  expect(await screen.findByText(/этот звонок закончен/)).toBeVisible();
  expect(await screen.findByText('Мы вам позвонили.')).toBeVisible();
});

it('a key that the server does not know is forgotten', async () => {
  writeStored('call-back', KEY);
  refuses(support.askedCall, {}, 'not_found');
  show('call-back');
  expect(await screen.findByLabelText('Ваш телефон')).toBeVisible();
  await waitFor(() => expect(readStored('call-back', '')).toBe(''));
});

it('keeps the number when the call is refused', async () => {
  refuses(support.callBack, {}, 'call_back_too_often');
  show('call-back');
  const phone = await screen.findByLabelText('Ваш телефон');
  await userEvent.type(phone, '89270000512');
  await agree();
  await userEvent.click(screen.getByRole('button', { name: /^Жду звонка/ }));
  expect(await screen.findByText(/Вы уже просили позвонить/)).toBeVisible();
  expect(phone).toHaveValue('89270000512');
});

it('says what is wrong with a number before it is sent', async () => {
  show('call-back');
  await userEvent.type(await screen.findByLabelText('Ваш телефон'), '123');
  await agree();
  await userEvent.click(screen.getByRole('button', { name: /^Жду звонка/ }));
  expect(screen.getByText('Укажите номер телефона: 10 или 11 цифр')).toBeVisible();
  expect(bodiesOf('/call-back')).toEqual([]);
});

async function atHouse() {
  show('new-client');
  await userEvent.type(await screen.findByLabelText('Улица'), 'Юб');
  await userEvent.click(await screen.findByRole('button', { name: /^Юбилейная/ }));
  await userEvent.type(screen.getByLabelText('Дом'), '33');
}

it('a new client sees what his house can have, and asks for it only with consent', async () => {
  answers(support.newClient, {}, { coverage: 'connected', phone: '79270000512' });
  await atHouse();
  expect(await heading(/^Подключим 25\sноября$/)).toBeVisible();
  expect(screen.getByText(/В этом доме с марта 2027/)).toBeVisible();
  expect(screen.queryByRole('radio', { name: /Волга 1000/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: /Волга 300/ }));
  await userEvent.type(screen.getByLabelText('Имя'), 'Пётр');
  await userEvent.type(screen.getByLabelText('Телефон'), '89270000512');
  const send = screen.getByRole('button', { name: /^Подключить за 550\s₽ в месяц$/ });
  await userEvent.click(send);
  expect(bodiesOf('/new-client')).toEqual([]);
  expect(screen.getByText('Чтобы принять заявку, нужно ваше согласие.')).toBeVisible();
  await agree();
  await userEvent.click(send);
  expect(await heading('Заявка принята')).toBeVisible();
  expect(bodiesOf('/new-client')[0]?.body).toEqual({
    city: 1,
    street: 'Юбилейная',
    house: '33',
    name: 'Пётр',
    phone: '89270000512',
    services: ['internet'],
    plan_id: 3,
    consent: '2026-01',
  });
});

it('forgets the answer of a house when another address is typed', async () => {
  await atHouse();
  await heading(/^Подключим 25\sноября$/);
  await userEvent.clear(screen.getByLabelText('Дом'));
  expect(await heading('Подключим дом')).toBeVisible();
});

it('keeps what is typed when the number of the house is corrected, and says which plan is not there', async () => {
  const others = covered({
    plans: [plan({ possible: false, reason: 'Меньше порта' }), plan({ plan_id: 5, name: 'Город' })],
  });
  at('GET', '/api/v2/support/coverage', ({ query }) => json(query.get('house') === '33' ? covered() : others));
  answers(support.newClient, {}, { coverage: 'connected', phone: '79270000512' });
  await atHouse();
  await userEvent.click(await screen.findByRole('radio', { name: /Волга 300/ }));
  await userEvent.type(screen.getByLabelText('Имя'), 'Пётр');
  await userEvent.type(screen.getByLabelText('Телефон'), '89270000512');
  await userEvent.type(screen.getByLabelText('Квартира'), '7');
  await agree();
  await userEvent.type(screen.getByLabelText('Дом'), 'а');
  expect(await screen.findByText(/^Тариф «Волга 300» в.этом доме не.подключить\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Оставить заявку' }));
  expect(await heading('Заявка принята')).toBeVisible();
  expect(bodiesOf('/new-client')[0]?.body).toEqual({
    city: 1,
    street: 'Юбилейная',
    house: '33а',
    name: 'Пётр',
    phone: '89270000512',
    flat: '7',
    services: ['internet'],
    consent: '2026-01',
  });
});

it('a plan that was not there comes back with the house that has it', async () => {
  at('GET', '/api/v2/support/coverage', ({ query }) =>
    json(query.get('house') === '33' ? covered() : covered({ state: 'none', first_visit: null, plans: [] })),
  );
  await atHouse();
  await userEvent.click(await screen.findByRole('radio', { name: /Волга 300/ }));
  await userEvent.type(screen.getByLabelText('Дом'), '3');
  expect(await heading('Здесь нас пока нет')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Дом'), '{Backspace}');
  expect(await screen.findByRole('radio', { name: /Волга 300/ })).toBeChecked();
  expect(screen.getByRole('button', { name: /^Подключить за 550/ })).toBeVisible();
});

it.each([
  ['planned', { ready_on: '2027-03-13' }, /^Подключим с 13\sмарта 2027$/],
  ['none', { plans: [] }, 'Здесь нас пока нет'],
] as const)('a house that is %s can only ask to be told', async (state, own, title) => {
  answers(support.coverage, {}, covered({ state, first_visit: null, ...own, plans: [] }));
  await atHouse();
  expect(await heading(title)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Сообщить, когда подключите' })).toBeVisible();
});

it('keeps all that a new client typed when the network is lost', async () => {
  at('POST', '/api/v2/support/new-client', () => Promise.reject(new TypeError('no network')));
  await atHouse();
  await userEvent.type(await screen.findByLabelText('Имя'), 'Пётр');
  await userEvent.type(screen.getByLabelText('Телефон'), '89270000512');
  await agree();
  await userEvent.click(screen.getByRole('button', { name: 'Оставить заявку' }));
  expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
  expect(
    [screen.getByLabelText('Имя'), screen.getByLabelText('Дом')].map((field) => (field as HTMLInputElement).value),
  ).toEqual(['Пётр', '33']);
  await waitFor(() => expect(screen.getByRole('checkbox', { name: CONSENT.text })).toBeChecked());
});

it('tells the phone of the support even when the contacts do not load', async () => {
  refuses(support.getCont, {}, 'unexpected');
  show('contacts');
  expect(await screen.findByText('Не удалось загрузить контакты.')).toBeVisible();
  expect(screen.getAllByRole('link', { name: /^\+7|контакты/ })[0]).toBeVisible();
});

it('knows a street that is typed with its kind, and says to which house the answer is', async () => {
  show('new-client');
  expect(await screen.findByText('Укажите адрес: сразу скажем, что там можно подключить.')).toBeVisible();
  await userEvent.type(await screen.findByLabelText('Улица'), 'ул. Юбилейная');
  await userEvent.type(screen.getByLabelText('Дом'), '31');
  expect(await screen.findByText('Юбилейная, 31')).toBeVisible();
  expect(screen.getByRole('radio', { name: /300 Мбит\/с/ })).toHaveAccessibleName(/550\s₽ в\sмесяц/);
});
