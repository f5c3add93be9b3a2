import { FormProvider, type Resolver, useForm, useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type * as z from 'zod/mini';
import { declaration, declarationWithItems, declarationWithNote } from '../../../shop/checkout/withdraw/withdrawal.ts';
import type { Locale } from '../../../shop/locale.ts';
import type { OrderView } from '../../../shop/order/order-view.ts';
import { Choices, FieldError, TextField } from '../../ui/form/form-fields.tsx';
import { PageLink } from '../../ui/links.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { RecentOrders } from '../../ui/orders/recent-orders.tsx';

type Props = {
  order: OrderView | null;
  fields: Fields;
  onDeclared: (fields: Fields, declared: ValidDeclaration) => void;
};

export function FormStep({ order, fields, onDeclared }: Props) {
  const t = useTranslations('withdrawal');
  const form = useForm<Fields, unknown, ValidDeclaration>({
    resolver: fieldsResolver(order, useShopLocale()),
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    defaultValues: fields,
  });
  const submit = form.handleSubmit((declared) => onDeclared(form.getValues(), declared));
  const isPart = form.watch('scope') === 'part';
  return (
    <>
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{t('title')}</h1>
      <p className="mt-3 max-w-[60ch] text-l text-quiet">{t('lead')}</p>
      <p className="mt-2">
        <PageLink to="faq-warranty" hash="#howToWithdraw" className="inline-flex min-h-11 items-center underline">
          {t('more')}
        </PageLink>
      </p>
      {!order && <RecentOrders id="recent-orders" to="withdrawal" className="mt-6" />}
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="mt-6 grid max-w-xl gap-5">
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
            columns={2}
            choices={[
              { id: 'whole', label: t('whole') },
              { id: 'part', label: t('part') },
            ]}
          />
          {isPart && order && <LinesField lines={order.items} />}
          {isPart && !order && <TextField<Fields> name="note" label={t('note')} hint={t('noteHint')} rows={3} />}
          <button type="submit" className="button button-signal min-h-14 text-l">
            {t('toConfirm')}
          </button>
        </form>
      </FormProvider>
    </>
  );
}

function LinesField({ lines }: { lines: OrderView['items'] }) {
  const t = useTranslations('withdrawal');
  const { register, trigger, formState } = useFormContext<Fields>();
  // The resolver also reports errors of `items`, which the schema has and the form has not.
  const { items: itemsError } = formState.errors as { items?: { message?: string } };
  return (
    <fieldset aria-describedby={itemsError ? 'field-items-error' : undefined}>
      <legend className="mb-2 font-semibold">{t('lines')}</legend>
      <ul className="divide-y divide-line border-y border-line">
        {lines.map(({ id, title, size, count }, n) => (
          <li key={id} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0">
              <strong>{title}</strong>
              <span className="tabular block text-s">{size}</span>
            </span>
            <select
              {...register(`counts.${n}`, { onChange: () => void trigger() })}
              aria-label={t('lineCount', { tire: `${title} ${size}` })}
              aria-invalid={itemsError ? true : undefined}
              className="field w-auto shrink-0"
            >
              {[...Array(count + 1).keys()].map((option) => (
                <option key={option} value={`${option}`}>
                  {t('countOf', { count: `${option}` })}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <FieldError field="items" code={itemsError?.message} label={t('lines')} role="alert" />
    </fieldset>
  );
}

export type Fields = {
  number: string;
  name: string;
  email: string;
  scope: 'whole' | 'part';
  counts: string[];
  note: string;
};

export type ValidDeclaration = z.output<typeof declaration>;

function fieldsResolver(order: OrderView | null, locale: Locale): Resolver<Fields, unknown, ValidDeclaration> {
  return ({ scope, counts, ...fields }) => {
    const withdrawnPart = () => {
      if (scope === 'whole') return { schema: declaration, items: null, note: '' };
      // Without the order, its lines are unknown. Then the buyer describes the withdrawn tires in a note.
      if (!order) return { schema: declarationWithNote, items: null, note: fields.note };
      const counted = order.items.map(({ id }, n) => ({ id, count: Number(counts[n]) }));
      return { schema: declarationWithItems, items: counted.filter(({ count }) => count > 0), note: '' };
    };
    const { schema, items, note } = withdrawnPart();
    const result = schema.safeParse({ ...fields, items, note, locale });
    if (result.success) return { values: result.data, errors: {} };
    const errors = result.error.issues.map(({ path, message }) => [path[0], { type: 'zod', message }] as const);
    // Reversed, because `fromEntries` keeps the last of several errors, and the first of a field must be shown.
    return { values: {}, errors: Object.fromEntries(errors.reverse()) };
  };
}
