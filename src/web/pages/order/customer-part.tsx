import { useFormContext } from 'react-hook-form';
import { TextField } from '../../ui/form/text-field.tsx';
import { useTranslations } from '../../words.tsx';
import type { OrderFields } from './use-order-form.ts';

export function CustomerPart() {
  const t = useTranslations('order');
  const { watch, setValue, clearErrors } = useFormContext<OrderFields>();
  const company = watch('company');
  return (
    <section aria-labelledby="who" className="grid gap-5">
      <h2 id="who" className="text-xl font-semibold">
        {t('who')}
      </h2>
      <TextField<OrderFields> name="customer.name" label={t('name')} autoComplete="name" />
      <TextField<OrderFields> name="customer.email" label={t('email')} type="email" autoComplete="email" />
      <TextField<OrderFields>
        name="customer.phone"
        label={t('phone')}
        type="tel"
        autoComplete="tel"
        hint={t('phoneHint')}
      />
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          className="choice"
          checked={Boolean(company)}
          onChange={(event) => {
            clearErrors('company');
            setValue('company', event.target.checked ? { name: '', regCode: '', vatNumber: '' } : null);
          }}
        />
        {t('forCompany')}
      </label>
      {company && (
        <>
          <TextField<OrderFields> name="company.name" label={t('companyName')} autoComplete="organization" />
          <TextField<OrderFields> name="company.regCode" label={t('regCode')} />
          <TextField<OrderFields> name="company.vatNumber" label={t('vatNumber')} optional />
        </>
      )}
    </section>
  );
}
