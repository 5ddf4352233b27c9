import { CalendarCard } from '#web/features/calendar/calendar-card.tsx';
import { PaymentPage } from '#web/features/payment/payment-page.tsx';

/** The payment with the calendar below it: features do not import each other, so this page combines them. */
export const PaymentWithCalendar = () => <PaymentPage calendar={<CalendarCard />} />;
