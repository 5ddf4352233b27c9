import type { ComponentType } from 'react';
import type { Account } from '#web/shared/data/frame-data.ts';
import type { ListedService } from '#web/shared/service/text/service.texts.ts';

/** Parts that both homes have (`later-many-home.tsx`). */
export interface SharedParts {
  OrdersCard: ComponentType<{ ready: boolean; today: string }>;
  PromiseStrip: ComponentType<{ until: string; ready: boolean; today: string }>;
  TroubleCard: ComponentType<{
    account: Account;
    services: readonly ListedService[];
    story?: boolean;
    ready: boolean;
    today: string;
  }>;
}
