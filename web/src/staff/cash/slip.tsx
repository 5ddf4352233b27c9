import type { ReactNode } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { magnitude, momentText, rubles } from '#web/lib/text/format.ts';
import { shiftDifference, KIND_WORDS } from './cash.texts.ts';
import { Paper } from '../look/paper.tsx';
import type { ReceiptCopy, ShiftView } from './cash-data.ts';
import styles from './slip.module.css';

/** What goes to the printer of the desk. */
export type Printed = { readonly receipt: ReceiptCopy } | { readonly report: ShiftView };

const exact = (sum: string): string => rubles(sum, { kopecks: 'always' });
/** With its year: paper outlives it. */
const moment = (at: string): string => momentText(at, '');

/** Prints a slip, 80 mm wide, and nothing of the page. */
export const PrintedSlip = ({ printed, seller, onDone }: { printed: Printed; seller: string; onDone: () => void }) => (
  <Paper sheet="receipt" onDone={onDone}>
    {'receipt' in printed ? (
      <ReceiptSlip copy={printed.receipt} />
    ) : (
      <ReportSlip shift={printed.report} seller={seller} />
    )}
  </Paper>
);

const Line = ({ title, children, big = false }: { title: string; children: ReactNode; big?: boolean }) => (
  <div className={big ? styles.big : undefined}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

function ReceiptSlip({ copy }: { copy: ReceiptCopy }) {
  const { seller, desk, receipt, payer, vat } = copy;
  return (
    <div className={styles.slip}>
      <h3>Копия чека: {copy.kind === 'sell' ? 'приход' : 'возврат прихода'}</h3>
      <p>
        {seller.name}
        {seller.inn !== null && `, ИНН ${seller.inn}`}
        <br />
        {desk ? `${desk.name}, ${desk.place}` : seller.address}
        <br />
        {moment(copy.at)}
        {copy.cashier !== null && `, кассир ${copy.cashier}`}
      </p>
      <hr />
      <dl>
        {copy.items.map(({ text, amount }) => (
          <Line key={text} title={text}>
            {exact(amount)}
          </Line>
        ))}
        <Line big title="Итог">
          {exact(copy.amount)}
        </Line>
        {copy.given !== null && <Line title="Получено">{exact(copy.given)}</Line>}
        {copy.change !== null && <Line title="Сдача">{exact(copy.change)}</Line>}
        {vat ? (
          <Line title={`НДС ${vat.percent}/${100 + vat.percent}`}>{exact(vat.sum)}</Line>
        ) : (
          <Line title="НДС">не облагается</Line>
        )}
      </dl>
      <hr />
      <p>
        Счёт {payer.account_no}, {payer.name}
        <br />
        Документ {copy.document}
        <br />
        {receiptWords(receipt)}
      </p>
    </div>
  );
}

function receiptWords({ state, number, fn, fpd }: ReceiptCopy['receipt']): string {
  if (state === 'given') return `Чек № ${number ?? ''} пробит на отдельной кассе`;
  if (state !== 'done') return 'Кассовый чек ещё пробивается и придёт отдельно';
  return [`ФД ${number ?? ''}`, fn && `ФН ${fn}`, fpd && `ФП ${fpd}`].filter(Boolean).join(', ');
}

export function ReportSlip({ shift, seller }: { shift: ShiftView; seller: string }) {
  const { closed, desk } = shift;
  return (
    <div className={styles.slip}>
      <h3>{closed ? `Отчёт о закрытии смены, Z № ${shift.number}` : `Отчёт без закрытия, X, смена ${shift.number}`}</h3>
      <p>
        {seller}, {desk.name}, {desk.place}
        {desk.register !== null && (
          <>
            <br />
            {desk.register}
          </>
        )}
        <br />
        Открыта {moment(shift.opened_at)}, {shift.person}
        <br />
        {closed ? `Закрыта ${moment(closed.at)}` : `Напечатан ${moment(now().toISOString())}`}
      </p>
      <hr />
      <dl>
        <Line title="Было в ящике">{exact(shift.carried)}</Line>
        {shift.kinds.map(({ kind, count, sum }) => (
          <Line key={kind} title={`${KIND_WORDS[kind]}, ${count}`}>
            {exact(sum)}
          </Line>
        ))}
        {shift.sbp && <Line title={`По СБП, не в ящике, ${shift.sbp.count}`}>{exact(shift.sbp.sum)}</Line>}
        <Line big title={closed ? 'Должно было быть в ящике' : 'Должно быть в ящике'}>
          {exact(shift.expected)}
        </Line>
      </dl>
      {closed && (
        <>
          <hr />
          <dl>
            <Line title="Посчитали">{exact(closed.counted)}</Line>
            <Line title={closed.difference.startsWith('-') ? 'Недостача' : 'Излишек'}>
              {exact(magnitude(closed.difference))}
            </Line>
            <Line title="Сдано в сейф">{exact(closed.to_safe)}</Line>
            <Line title="На размен">{exact(closed.left)}</Line>
          </dl>
          <p>{shiftDifference(closed.difference)}. Сверено с книгами.</p>
        </>
      )}
      <p>
        Чеков {shift.receipts.all}, непробитых {shift.receipts.waiting}
      </p>
    </div>
  );
}
