import { ServiceLost } from '#shared/page/service-lost.tsx';

/** The page for an unknown address. */
export const Page = () => <ServiceLost />;
