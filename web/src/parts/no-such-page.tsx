import { Card } from '#ui/card.tsx';
import { Empty } from '#ui/callout.tsx';
import { LinkButton } from '#ui/button.tsx';
import { PageHead } from './page-head.tsx';

/** The 404 of a page that knows its address only when it is drawn. */
export function NoSuchPage() {
  return (
    <>
      <PageHead title="Такой страницы нет" tab="Страница не найдена" />
      <Card>
        <Empty icon="search" title="Ошибка 404" action={<LinkButton to="/">На главную</LinkButton>}>
          Проверьте адрес: возможно, в нём опечатка или услугу отключили.
        </Empty>
      </Card>
    </>
  );
}
