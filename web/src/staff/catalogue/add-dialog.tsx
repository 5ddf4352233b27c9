import { useState } from 'react';
import { toWireMoney, typedRubles } from '@kabinet/contract/kernel/money';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button/button.tsx';
import { Callout } from '#web/ui/card/callout.tsx';
import { DialogForm } from '#web/ui/dialog/dialog-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Chips } from '#web/ui/field/choice.tsx';
import { MoneyField, Select } from '#web/ui/field/field.tsx';
import { readable } from '#web/lib/text/readable.ts';
import { saySuccess } from '#web/ui/toast/toast-store.ts';
import { contract, type Request, type Wire } from '../api/contract.ts';
import { useChange } from '../api/use-call.ts';
import { ITEM_KINDS, NEW_ONE, ONE, CATALOGUE_SERVICES, type CatalogueItem, type ItemKind } from './catalogue.texts.ts';
import { ItemField } from './item-field.tsx';

interface AddDialogProps {
  plans: readonly CatalogueItem[];
  onAdded: (added: Wire<typeof contract.catalogue.add>) => void;
  onClose: () => void;
}

const MORE: Readonly<Record<string, readonly string[]>> = {
  'plan internet': ['mbit'],
  'plan tv': ['channels'],
  'plan mail': ['gigabytes', 'boxes'],
};

/** A draft: what it is, its name, its first price. The rest is written on its page. */
export function AddDialog({ plans, onAdded, onClose }: AddDialogProps) {
  const add = useChange(contract.catalogue.add);
  const [kind, setKind] = useState<ItemKind>('plan');
  const [service, setService] = useState<CatalogueItem['service']>('internet');
  const [plan, setPlan] = useState(String(plans.find(({ state }) => state === 'sold')?.id ?? ''));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [price, setPrice] = useState('');
  const [failure, setFailure] = useState<Error>();
  const sum = typedRubles(price);
  const more = MORE[`${kind} ${service}`] ?? [];
  const errors = errorsOf(failure);
  const isWhole = isNamed(values) && sum !== undefined;
  const submit = (): void => {
    if (!isWhole) return;
    const own = kind === 'option' ? { plan_id: plan } : { service };
    const typed = Object.fromEntries(more.flatMap((field) => (values[field] ? [[field, values[field]]] : [])));
    const body = { kind, name: values['name'], price: toWireMoney(sum), ...own, ...typed };
    add.mutate({ body } as unknown as Request<typeof contract.catalogue.add>, {
      onSuccess: (added) => {
        saySuccess('Черновик готов', 'Его никто не видит, пока вы не выпустите');
        onAdded(added);
      },
      onError: setFailure,
    });
  };
  return (
    <Dialog open onClose={onClose} title={NEW_ONE[kind]}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Chips
          label="Что"
          value={kind}
          onChange={setKind}
          options={ITEM_KINDS.map((value) => ({ value, text: ONE[value] }))}
        />
        <OfWhat {...{ kind, plans, plan, service }} onPlan={setPlan} onService={setService} />
        {['name', ...more].map((field) => (
          <ItemField
            key={field}
            field={field}
            value={values[field] ?? ''}
            error={errors[`body.${field}`]}
            onChange={(value) => setValues({ ...values, [field]: value })}
          />
        ))}
        <MoneyField label="Цена в месяц" value={price} error={errors['body.price']} onChange={setPrice} />
        <Failure failure={failure} />
        <Button type="submit" wide busy={add.isPending} aria-disabled={!isWhole || undefined}>
          Завести черновик
        </Button>
      </DialogForm>
    </Dialog>
  );
}

const isNamed = (values: Readonly<Record<string, string>>): boolean => (values['name'] ?? '').trim() !== '';

const errorsOf = (failure: Error | undefined): Readonly<Record<string, string>> =>
  failure instanceof ApiError ? failure.errors : {};

function Failure({ failure }: { failure: Error | undefined }) {
  if (!failure || Object.keys(errorsOf(failure)).length > 0) return null;
  return (
    <Callout tone="wait" role="alert" title="Не завели.">
      {readable(failure.message, 'Повторите')}.
    </Callout>
  );
}

interface OfWhatProps extends Pick<AddDialogProps, 'plans'> {
  kind: ItemKind;
  plan: string;
  service: CatalogueItem['service'];
  onPlan: (plan: string) => void;
  onService: (service: CatalogueItem['service']) => void;
}

/** The plan of an option; the service of anything else. */
function OfWhat({ kind, plans, plan, service, onPlan, onService }: OfWhatProps) {
  if (kind === 'option') {
    return (
      <Select label="К тарифу" value={plan} onChange={({ target }) => onPlan(target.value)}>
        {plans.map(({ id, name, service: of }) => (
          <option key={id} value={id}>
            {CATALOGUE_SERVICES[of]}: {name}
          </option>
        ))}
      </Select>
    );
  }
  const services = Object.entries(CATALOGUE_SERVICES).filter(([key]) => kind === 'program' || key !== 'contract');
  return (
    <Select
      label="Услуга"
      value={service}
      onChange={({ target }) => onService(target.value as CatalogueItem['service'])}
    >
      {services.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </Select>
  );
}
