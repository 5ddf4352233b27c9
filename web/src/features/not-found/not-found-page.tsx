import { isGuest } from '#web/api/session.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { ServiceLost } from '#web/shared/page/service-lost.tsx';
import { signInHref } from '#web/shared/frame/return-path.ts';
import { ButtonRow, LinkButton } from '#web/ui/button/button.tsx';

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
