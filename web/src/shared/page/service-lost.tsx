import { ButtonRow, LinkButton } from '#web/ui/button/button.tsx';
import { PageHead } from './page-head.tsx';

/** The 404 page: a mistyped address, a closed service, or one of another contract. */
export function ServiceLost() {
  return (
    <>
      <PageHead
        title="Такой страницы нет"
        tab="Страница не найдена"
        lead={
          <>
            Ошибка 404: в&nbsp;адресе опечатка, или услуги с&nbsp;таким номером нет в&nbsp;вашем договоре. Все ваши
            услуги&nbsp;— на&nbsp;главной.
          </>
        }
      />
      <ButtonRow stacked>
        <LinkButton to="/">На главную</LinkButton>
        <LinkButton to="/support/contacts" look="line">
          Спросить поддержку
        </LinkButton>
      </ButtonRow>
    </>
  );
}
