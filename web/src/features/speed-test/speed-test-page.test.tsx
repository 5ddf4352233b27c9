import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '#api/contract.ts';
import { homeWorld, serveHome } from '../../../test/home-world.ts';
import { renderAt } from '../../../test/render.tsx';
import { refuses } from '../../../test/stub.ts';
import { Page } from './speed-test-page.tsx';

it('does not say that there are no failures when the messages failed to load', async () => {
  serveHome(homeWorld());
  refuses(contract.speedTest.servers, {}, 'unexpected');
  refuses(contract.speedTest.list, {}, 'unexpected');
  refuses(contract.byDefault.getIp, {}, 'unexpected');
  refuses(contract.byDefault.getTown, {}, 'unexpected');
  refuses(contract.notice.getMessages, {}, 'unexpected');
  renderAt('/speed-test', <Page />);
  expect(await screen.findByText('Не удалось узнать, нет ли работ и аварий.')).toBeVisible();
  expect(screen.queryByText('По вашему адресу всё спокойно')).toBeNull();
});
