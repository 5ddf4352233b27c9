import { ServiceLost } from '#parts/service-lost.tsx';

/** Any address that the cabinet does not know. */
export const Page = () => <ServiceLost />;
