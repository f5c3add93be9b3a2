import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { paymentMethodsQuery } from '../../client/queries.ts';
import { useCart } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { BranchHours } from '../../ui/branch.tsx';
import { useCollectionDays } from '../../ui/collection-days.tsx';
import { useFittingPrice } from '../../ui/fitting/fitting-offer.tsx';
import { Choices, errorCode, FieldError, TextField, useFieldMessage } from '../../ui/form/form-fields.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { PaymentMethods } from '../../ui/payment-methods.tsx';
import { linkTo } from './before-you-order.tsx';
import { useReadyText } from './days.ts';
import { FittingPart, type FittingPartProps } from './fitting-part.tsx';
import type { OrderFields } from './order-fields.ts';

export function CustomerPart() {
  const t = useTranslations('order');
  const { watch, setValue, clearErrors } = useFormContext<OrderFields>();
  const company = watch('company');
  return (
    <section aria-labelledby="who" className="grid gap-4 sm:gap-5">
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
            setValue('company', event.target.checked ? { name: '', regCode: '', vatNumber: '', address: '' } : null);
          }}
        />
        {t('forCompany')}
      </label>
      {company && (
        <>
          <TextField<OrderFields> name="company.name" label={t('companyName')} autoComplete="organization" />
          <TextField<OrderFields> name="company.regCode" label={t('regCode')} />
          <TextField<OrderFields> name="company.vatNumber" label={t('vatNumber')} optional />
          <TextField<OrderFields>
            name="company.address"
            label={t('companyAddress')}
            autoComplete="street-address"
            optional
          />
        </>
      )}
    </section>
  );
}

export function BranchPart({ nearestStarts }: FittingPartProps) {
  const t = useTranslations('order');
  const { shopConfig } = usePageContext();
  const cart = useCart((store) => store.cart);
  const { watch } = useFormContext<OrderFields>();
  const tFittingOffer = useTranslations('fittingOffer');
  const fittingPrice = useFittingPrice(Object.values(cart));
  const collectionAt = useCollectionDays();
  const readyText = useReadyText();
  return (
    <section aria-labelledby="where" className="grid gap-4 sm:gap-5">
      <h2 id="where" className="text-xl font-semibold">
        {t('where')}
      </h2>
      <Choices<OrderFields>
        name="branch"
        legend={t('branch')}
        columns={2}
        choices={shopConfig.branches.map(({ id, name, street, city }) => ({
          id,
          label: name,
          detail: (
            <>
              {street}, {city}
              <br />
              <BranchHours branch={{ id }} />
              <span className="mt-1 block text-m font-semibold text-ink">
                {readyText(collectionAt(id, Object.values(cart)))}
              </span>
            </>
          ),
        }))}
      />
      <Choices<OrderFields>
        name="fulfilment"
        legend={t('fulfilment')}
        columns={2}
        choices={[
          { id: 'pickup', label: t('pickup'), detail: t('pickupDetail') },
          {
            id: 'fitting',
            label: t('fitting'),
            detail: fittingPrice
              ? t('fittingDetail', { price: fittingPrice.price, kind: fittingPrice.kind })
              : tFittingOffer('byPhone'),
          },
        ]}
      />
      {watch('fulfilment') === 'fitting' && (
        <>
          <FittingPart nearestStarts={nearestStarts} />
          <TextField<OrderFields> name="plate" label={t('plate')} hint={t('plateHint')} optional nullable />
        </>
      )}
      <TextField<OrderFields> name="note" label={t('note')} rows={2} optional />
    </section>
  );
}

export function PaymentPart() {
  const t = useTranslations('order');
  const { data, isError, refetch } = useQuery(paymentMethodsQuery(useShopLocale()));
  const { register, setValue, watch, formState } = useFormContext<OrderFields>();
  const code = errorCode(formState.errors, 'paymentMethod');
  const { ref, onBlur } = register('paymentMethod');
  return (
    <section aria-labelledby="pay" className="grid min-h-48 content-start gap-4 sm:gap-5">
      <h2 id="pay" className="text-xl font-semibold">
        {t('pay')}
      </h2>
      {data && (
        <PaymentMethods
          legend={t('paymentMethod')}
          methods={data}
          chosen={watch('paymentMethod') ?? ''}
          onChoose={(id) => setValue('paymentMethod', id, { shouldValidate: true, shouldDirty: true })}
          onBlur={(event) => void onBlur(event)}
          inputRef={ref}
          error={code && <FieldError field="paymentMethod" code={code} label={t('paymentMethod')} />}
        />
      )}
      <TimeTooEarly />
      {isError && <LoadFailure text={t('methodsFailed')} retryText={t('retry')} onRetry={() => void refetch()} />}
    </section>
  );
}

/** Shown when the chosen payment method makes the fitting time too early. Links to the time's field, further up. */
function TimeTooEarly() {
  const t = useTranslations('refusal');
  const fieldLabel = useTranslations('order')('fittingTime');
  const { errors } = useFormContext<OrderFields>().formState;
  const message = useFieldMessage('early', fieldLabel);
  if (errorCode(errors, 'fitting.at') !== 'early') return null;
  return (
    <p role="alert" className="border-s-4 border-warn bg-sheet p-4">
      {fieldLabel}: {message}{' '}
      <a href="#field-fitting-at" className="inline-flex min-h-11 items-center font-semibold underline">
        {t('chooseTime')}
      </a>
    </p>
  );
}

export function TermsField() {
  const t = useTranslations('order');
  const { watch, setValue, formState } = useFormContext<OrderFields>();
  const code = formState.errors.acceptTerms?.message;
  return (
    <div>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          id="field-acceptTerms"
          className="choice"
          checked={watch('acceptTerms') ?? false}
          aria-required
          aria-invalid={code ? true : undefined}
          aria-describedby={code ? 'field-acceptTerms-error' : undefined}
          onChange={(event) =>
            // The schema's type is `true`; validation refuses `false` as missing.
            setValue('acceptTerms', event.target.checked as true, { shouldValidate: true })
          }
        />
        <span>
          {t.rich('accept', {
            buy: linkTo('faq-buy'),
            warranty: linkTo('faq-warranty'),
            policy: linkTo('faq-policy'),
          })}
        </span>
      </label>
      <FieldError field="acceptTerms" code={code} label={t('terms')} />
    </div>
  );
}
