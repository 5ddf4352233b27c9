import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderAt } from '../../../../test/render.tsx';
import { View } from './view.tsx';

it.each([
  ['Тёмная', 'theme', 'dark'],
  ['Очень крупный', 'text', 'huge'],
  ['Без движения', 'motion', 'less'],
])('«%s» takes effect at once and stays on this device', async (title, attribute, value) => {
  renderAt('/settings/view', <View />, '/settings/view');
  await userEvent.click(screen.getByRole('radio', { name: new RegExp(title) }));
  expect(document.documentElement.dataset[attribute]).toBe(value);
  await userEvent.click(
    screen.getAllByRole('radio', { name: /Как на устройстве|Обычный/ })[
      attribute === 'text' ? 1 : attribute === 'motion' ? 2 : 0
    ]!,
  );
  expect(document.documentElement.dataset[attribute]).toBeUndefined();
});
