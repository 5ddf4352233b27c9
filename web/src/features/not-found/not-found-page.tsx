import { ServiceLost } from '#shared/page/service-lost.tsx';

/** Any address that the cabinet does not know. */
export const Page = () => <ServiceLost />;
