import { useState } from 'react';
import { send } from '#web/api/client.ts';
import { contract, type Wire } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf, keepTogether, momentText, rubles } from '#web/lib/text/format.ts';
import { PageHead } from '#web/shared/page/page-head.tsx';
import { Empty, ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card, Stack } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { Money } from '#web/ui/text/money.tsx';
import styles from './bill.module.css';
import { BillForm } from './bill-form.tsx';
import { BillWaits } from './bill-waits.tsx';
import { LinkOver } from './link-over.tsx';
import { linkSecret } from './link-secret.ts';
import { isLinkOver, useLink } from './use-link.ts';

type Bill = Wire<typeof contract.paymentLink.look>;
type Order = Wire<typeof contract.paymentLink.pay>;

/** /support/pay: somebody pays for another one by a link, without signing in. */
export function BillPage() {
  const [secret] = useState(linkSecret);
  return secret === '' ? <LinkOver what="bill" /> : <Found secret={secret} />;
}

function Found({ secret }: { secret: string }) {
  const { found: bill, error, again } = useLink(look, secret);
  const [order, setOrder] = useState<Order>();
  const [isPaid, setPaid] = useState(false);
  const [isOver, setOver] = useState(false);
  if (isPaid && bill) return <Paid bill={bill} />;
  if (isOver || isLinkOver(error)) return <LinkOver what="bill" />;
  if (error) return <ErrorBlock alone title="Не удалось открыть счёт." onRetry={again} />;
  if (!bill) return <SkeletonRows label="Открываем счёт" />;
  const { words, amount, expires_at } = bill;
  return (
    <>
      <PageHead
        title={keepTogether(words)}
        lead="Вас попросили оплатить. Входить никуда не нужно."
        tab="Оплата по ссылке"
      />
      <Stack>
        <Card title="К оплате">
          <p className={styles.sum}>
            <Money value={amount} size="lg" />
          </p>
          {order ? (
            <BillWaits
              key={order.payment}
              order={order}
              secret={secret}
              onPaid={() => setPaid(true)}
              onOver={() => setOver(true)}
              onAgain={() => setOrder(undefined)}
            />
          ) : (
            <BillForm secret={secret} amount={amount} onOrder={setOrder} onOver={() => setOver(true)} />
          )}
        </Card>
        <p className={styles.small}>
          Ссылка действует до&nbsp;{momentText(expires_at, dayOf(now()))}, на&nbsp;один платёж. Не&nbsp;знаете, кто её
          прислал? Просто закройте страницу: ничего не&nbsp;спишется.
        </p>
      </Stack>
    </>
  );
}

const look = (secret: string): Promise<Bill> => send(contract.paymentLink.look, { body: { secret } });

const Paid = ({ bill: { amount, words } }: { bill: Bill }) => (
  <>
    <PageHead title="Оплачено, спасибо" tab="Оплата по ссылке" />
    <Card>
      <div role="status">
        <Empty icon="circle-check" title={`${rubles(amount)} уже на счёте`}>
          «{words}»: тот, кто вас просил, увидит это в&nbsp;своём кабинете. Страницу можно закрыть.
        </Empty>
      </div>
    </Card>
  </>
);
