import { CalendarCard } from '#features/calendar/calendar-card.tsx';
import { Page as PaymentPage } from '#features/payment/payment-page.tsx';

/** The payment with the calendar below it: the two features do not know each other. */
export const Page = () => <PaymentPage calendar={<CalendarCard />} />;
