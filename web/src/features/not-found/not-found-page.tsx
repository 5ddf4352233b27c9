import { isGuest } from '#api/session.ts';
import { PageHead } from '#shared/page/page-head.tsx';
import { ServiceLost } from '#shared/page/service-lost.tsx';
import { signInHref } from '#shared/frame/return-path.ts';
import { ButtonRow, LinkButton } from '#ui/button/button.tsx';

/** The page for an unknown address. */
export const NotFoundPage = () => (isGuest() ? <LostGuest /> : <ServiceLost />);

/** For who is signed out: he has no home here yet. */
function LostGuest() {
  return (
    <>
      <PageHead
        title="Такой страницы нет"
        tab="Страница не найдена"
        lead={
          <>
            Ошибка 404: в&nbsp;адресе опечатка, или эту страницу убрали. Счета и&nbsp;услуги&nbsp;— в&nbsp;кабинете,
            после входа.
          </>
        }
      />
      <ButtonRow stacked>
        <LinkButton external to={signInHref('/')}>
          Войти в&nbsp;кабинет
        </LinkButton>
        <LinkButton to="/support/contacts" look="line">
          Спросить поддержку
        </LinkButton>
      </ButtonRow>
    </>
  );
}
