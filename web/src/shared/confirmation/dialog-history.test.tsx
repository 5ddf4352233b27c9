import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { BrowserRouter, Link, useLocation, useNavigate } from '#web/lib/page/router.tsx';
import { nameDialog } from '#web/lib/page/turn.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

const seen = new Set<string>();

/** The page; notes what the router takes for a navigation. */
function Where() {
  const { pathname, key } = useLocation();
  seen.add(key);
  return <h1>{pathname}</h1>;
}

function Page() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(search === '?plan=5');
  const [isInner, setInner] = useState(false);
  return (
    <>
      <Where />
      <button type="button" onClick={() => setOpen(true)}>
        Открыть
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Сменить имя?">
        <input aria-label="Имя" />
        <Link to="/settings">Настройки</Link>
        <button type="button" onClick={() => nameDialog('?plan=5')}>
          Назвать
        </button>
        <button
          type="button"
          onClick={() => {
            nameDialog('');
            setOpen(false);
          }}
        >
          Готово
        </button>
        <button
          type="button"
          onClick={() => {
            setOpen(false);
            setTimeout(() => navigate('/settings'), 1);
          }}
        >
          Готово, дальше
        </button>
        <button type="button" onClick={() => setInner(true)}>
          Глубже
        </button>
      </Dialog>
      <Dialog open={isInner} onClose={() => setInner(false)} title="Точно?">
        Да
      </Dialog>
      <LeaveDialog />
    </>
  );
}

function Pages() {
  const { pathname } = useLocation();
  return <Page key={pathname} />;
}

async function show(): Promise<void> {
  // The page before, from which every test begins at the same place.
  window.history.pushState(null, '', '/lk/before');
  window.history.pushState(null, '', '/lk/');
  seen.clear();
  render(
    <BrowserRouter>
      <Pages />
    </BrowserRouter>,
  );
  await screen.findByText('/');
}

const QUESTION = 'Закрыть без\u00a0сохранения?';

const press = (name: string) => userEvent.click(screen.getByText(name));
const depth = (): number => ((window.history.state ?? {}) as { dialog?: number }).dialog ?? 0;
const entries = (count: number) => waitFor(() => expect(depth()).toBe(count));

async function open(): Promise<void> {
  await press('Открыть');
  await entries(1);
}

const dialogs = () => screen.queryAllByRole('dialog').map((dialog) => within(dialog).getByRole('heading').textContent);
const shows = (...titles: string[]) => waitFor(() => expect(dialogs()).toEqual(titles));
/** Steps of the history take a task each. */
const quietly = () => new Promise<void>((resolve) => setTimeout(resolve, 50));
const quiet = () => act(quietly);
const step = (by: number): Promise<void> =>
  act(async () => {
    window.history.go(by);
    await quietly();
  });

it('closes on Back without leaving the page, and Forward opens nothing', async () => {
  await show();
  await open();
  await step(-1);
  await shows();
  expect(screen.getByText('Открыть')).toHaveFocus();
  await step(1);
  await quiet();
  expect([dialogs(), depth(), screen.getByRole('heading').textContent]).toEqual([[], 0, '/']);
  expect([...seen]).toEqual(['default']);
  await step(-1);
  await screen.findByText('/before');
});

it('has its entry also after a step that has not come', async () => {
  await show();
  await open();
  const lost = vi.spyOn(window.history, 'go').mockReturnValue();
  await press('Готово');
  await waitFor(() => expect(lost).toHaveBeenCalled());
  lost.mockRestore();
  await press('Открыть');
  await press('Глубже');
  await entries(2);
});

it('takes its entry out when it is closed otherwise, so that the next Back leaves the page', async () => {
  await show();
  await open();
  await press('Готово');
  await entries(0);
  await step(-1);
  await screen.findByText('/before');
  expect(seen.size).toBe(2);
});

it('gives its entry to the page that a link in it opens', async () => {
  await show();
  await open();
  await press('Настройки');
  await screen.findByText('/settings');
  await step(-1);
  await screen.findByText('/');
  await quiet();
  expect(dialogs()).toEqual([]);
  await step(-1);
  await screen.findByText('/before');
});

it('loses no navigation that follows while its entry is taken out', async () => {
  await show();
  await open();
  await press('Готово, дальше');
  await screen.findByText('/settings');
  await quiet();
  expect(window.location.pathname).toBe('/lk/settings');
  await step(-1);
  await screen.findByText('/');
  await step(-1);
  await screen.findByText('/before');
});

it('asks on Back before it loses what was typed', async () => {
  await show();
  await open();
  await userEvent.type(screen.getByLabelText('Имя'), 'Аня');
  await step(-1);
  await shows('Сменить имя?', QUESTION);
  await press('Вернуться');
  await entries(1);
  expect(screen.getByLabelText('Имя')).toHaveValue('Аня');
  await step(-1);
  await screen.findByText('Вернуться');
  await entries(2);
  const question = within(screen.getByRole('dialog', { name: /^Закрыть без/ }));
  await userEvent.click(question.getByText('Закрыть'));
  await shows();
  await entries(0);
  expect(screen.getByRole('heading')).toHaveTextContent(/^\/$/);
});

it('asks on Esc and on the backdrop after input, and closes at once on the close button', async () => {
  await show();
  await open();
  await userEvent.type(screen.getByLabelText('Имя'), 'Аня');
  const dialog = screen.getByRole('dialog');
  for (const event of [new Event('cancel', { cancelable: true }), new MouseEvent('click')]) {
    fireEvent(dialog, event);
    await shows('Сменить имя?', QUESTION);
    await press('Вернуться');
    await shows('Сменить имя?');
  }
  expect(screen.getByLabelText('Имя')).toHaveValue('Аня');
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  await shows();
});

it('closes one dialog after the other', async () => {
  await show();
  await open();
  await press('Глубже');
  await entries(2);
  await step(-1);
  await shows('Сменить имя?');
  await step(-1);
  await shows();
  expect([...seen]).toEqual(['default']);
});

it('is open again when one comes back to an address that names it, but not once it is done', async () => {
  await show();
  await open();
  await press('Назвать');
  await press('Настройки');
  await screen.findByText('/settings');
  await step(-1);
  await shows('Сменить имя?');
  await press('Готово');
  await entries(0);
  await quiet();
  expect(window.location.search).toBe('');
  await step(1);
  await quiet();
  expect([dialogs(), window.location.search, depth()]).toEqual([[], '', 0]);
});

it('leaves the entry of a dialog that a reload does not open again', async () => {
  window.history.pushState(null, '', '/lk/');
  window.history.pushState({ dialog: 1 }, '', '/lk/');
  vi.resetModules();
  await import('#web/ui/dialog/dialog-history.ts');
  await entries(0);
});
