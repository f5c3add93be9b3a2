import { FormProvider, useForm } from 'react-hook-form';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { Choices } from '../../ui/form/choices.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { RecentOrders } from '../../ui/recent-orders.tsx';
import { useShopLocale, useTranslations } from '../../words.tsx';
import { LinesField } from './lines-field.tsx';
import { type Declared, type Fields, fieldsResolver } from './withdrawal-fields.ts';

type Props = { order: OrderView | null; fields: Fields; onDeclared: (fields: Fields, declared: Declared) => void };

/** The first step: who, which order, all of it or a part. Nothing more may be asked for. */
export function FormStep({ order, fields, onDeclared }: Props) {
  const t = useTranslations('withdrawal');
  const form = useForm<Fields, unknown, Declared>({
    resolver: fieldsResolver(order, useShopLocale()),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    defaultValues: fields,
  });
  const part = form.watch('scope') === 'part';
  return (
    <>
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
      <p className="mt-3 max-w-[60ch] text-l text-quiet">{t('lead')}</p>
      <p className="mt-2">
        <PageLink to="faq-warranty" hash="#howToWithdraw" className="inline-flex min-h-11 items-center underline">
          {t('more')}
        </PageLink>
      </p>
      {!order && <RecentOrders to="withdrawal" />}
      <FormProvider {...form}>
        <form
          noValidate
          onSubmit={(event) => void form.handleSubmit((declared) => onDeclared(form.getValues(), declared))(event)}
          className="mt-6 grid max-w-xl gap-5"
        >
          {order ? (
            <p>
              {t('order')}: <strong className="tabular">{order.number}</strong>
              <span className="block text-quiet">{t('emailKnown', { email: order.customer.email })}</span>
            </p>
          ) : (
            <TextField<Fields> name="number" label={t('number')} hint={t('numberHint')} />
          )}
          <TextField<Fields> name="name" label={t('name')} autoComplete="name" />
          {!order && (
            <TextField<Fields>
              name="email"
              label={t('email')}
              type="email"
              autoComplete="email"
              hint={t('emailHint')}
            />
          )}
          <Choices<Fields>
            name="scope"
            legend={t('scope')}
            columns
            choices={[
              { id: 'whole', label: t('whole') },
              { id: 'part', label: t('part') },
            ]}
          />
          {part && order && <LinesField lines={order.items} />}
          {part && !order && <TextField<Fields> name="note" label={t('note')} hint={t('noteHint')} rows={3} />}
          <button type="submit" className="button button-signal min-h-14 text-l">
            {t('toConfirm')}
          </button>
        </form>
      </FormProvider>
    </>
  );
}
