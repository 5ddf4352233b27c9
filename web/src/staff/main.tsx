import '#web/ui/look/tokens.css';
import '#web/ui/look/base.css';
import '#web/ui/look/print.css';
import './look/staff.css';
import '#web/ui/dialog/dialog-history.ts';
import { makeQueryClient } from '#web/api/query-client.ts';
import { openPage } from '#web/lib/page/open-page.tsx';
import { StaffApp } from './app/staff-app.tsx';

void openPage(<StaffApp cache={makeQueryClient()} />);
