import { within } from '#web/ui/dialog/within.ts';
import { Chips } from '#web/ui/field/choice.tsx';
import { Field } from '#web/ui/field/field.tsx';
import { PrintedField, wrongPrinted } from '../look/printed-field.tsx';
import styles from './connect.module.css';
import { Step } from './step.tsx';
import { KnownNote, type StepProps } from './where-step.tsx';

/** Whose contract it is; the same person elsewhere is told at once. */
export function WhoStep({ draft, check, errors, today, onChange }: StepProps) {
  return (
    <Step
      title="Абонент"
      isDone={draft.name.trim() !== '' && errors.printed === undefined && wrongPrinted(draft.printed) === undefined}
    >
      <Chips
        label="Кто заключает договор"
        value={draft.company ? 'company' : 'person'}
        onChange={(kind) => onChange({ company: kind === 'company', plan: undefined, tv: undefined })}
        options={[
          { value: 'person', text: 'Человек' },
          { value: 'company', text: 'Организация' },
        ]}
      />
      <div className={styles.form}>
        <div className={styles.w6}>
          <Field
            label={draft.company ? 'Название' : 'Фамилия, имя, отчество'}
            autoComplete="off"
            {...within(200, { value: draft.name, error: errors.name })}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </div>
        <div className={styles.w6}>
          <Field
            label="Телефон"
            type="tel"
            autoComplete="off"
            value={draft.phone}
            error={errors.phone}
            hint="На него уйдёт код: названный код сделает номер логином"
            onChange={({ target }) => onChange({ phone: target.value })}
          />
        </div>
        <div className={styles.w6}>
          <PrintedField
            value={draft.printed}
            empty="следующий по порядку"
            error={errors.printed}
            onChange={(printed) => onChange({ printed })}
          />
        </div>
      </div>
      <div role="status" className={styles.answers}>
        {check?.same.map((known) => (
          <KnownNote
            key={known.contract_id}
            known={known}
            today={today}
            where={`Похоже, есть договор на ${known.address}`}
          />
        ))}
      </div>
    </Step>
  );
}
