import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ElementType, type SubmitEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ProductList } from '../../../../shop/catalog/list/product-query.ts';
import { formatMoney, toCents } from '../../../../shop/money.ts';
import type { OrderView } from '../../../../shop/order/order-view.ts';
import { productsByIdQuery, productsQuery } from '../../../client/queries.ts';
import { usePageContext } from '../../../document/page-context.tsx';
import { useShopLocale } from '../../../ui/locale.ts';
import type { ChangeBody, Edit } from './use-edit.ts';

const companyInputs = [
  { inputName: 'companyName', field: 'name' },
  { inputName: 'regCode', field: 'regCode' },
  { inputName: 'vatNumber', field: 'vatNumber' },
  { inputName: 'address', field: 'address' },
] as const;

/** A form that contains the data of the order, and sends only the fields that the buyer changes. */
export function EditForm({ order, edit }: { order: OrderView; edit: Edit }) {
  const t = useTranslations('success.edit');
  const tField = useTranslations('success.edit.field');
  const { branches } = usePageContext().shopConfig;
  const [fulfilment, setFulfilment] = useState(order.fulfilment);
  const { company } = order;
  const { name, email, phone } = order.customer;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void edit.preview(changedFields(order, new FormData(event.currentTarget)));
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid max-w-xl gap-5">
      {order.items.map((item) => (
        <TireFields key={item.id} item={item} />
      ))}
      <Field as="select" label={t('branch')} name="branch" defaultValue={order.branch}>
        {branches.map((branch) => (
          <option key={branch.id} value={branch.id}>
            {branch.name}
          </option>
        ))}
      </Field>
      <Field
        as="select"
        label={t('fulfilment')}
        name="fulfilment"
        defaultValue={order.fulfilment}
        onChange={(event) => setFulfilment(event.target.value as OrderView['fulfilment'])}
      >
        <option value="pickup">{t('pickup')}</option>
        <option value="fitting">{t('fitting')}</option>
      </Field>
      {fulfilment === 'fitting' && <Field label={tField('plate')} name="plate" defaultValue={order.plate ?? ''} />}
      <Field label={tField('name')} name="name" defaultValue={name} autoComplete="name" />
      <Field label={tField('email')} name="email" type="email" defaultValue={email} autoComplete="email" />
      <Field label={tField('phone')} name="phone" type="tel" defaultValue={phone} autoComplete="tel" />
      <details open={company !== null}>
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{t('forCompany')}</summary>
        <div className="mt-3 grid gap-5">
          {companyInputs.map(({ inputName, field }) => (
            <Field key={field} label={tField(inputName)} name={inputName} defaultValue={company?.[field] ?? ''} />
          ))}
        </div>
      </details>
      <Field as="textarea" label={tField('note')} name="note" rows={3} defaultValue={order.note} />
      <button type="submit" disabled={edit.isBusy} className="button min-h-14 text-l">
        {t(edit.isBusy ? 'busy' : 'preview')}
      </button>
    </form>
  );
}

type FieldProps = { label: string } & (
  | (ComponentProps<'input'> & { as?: 'input' })
  | (ComponentProps<'select'> & { as: 'select' })
  | (ComponentProps<'textarea'> & { as: 'textarea' })
);

function Field({ as = 'input', label, ...attributes }: FieldProps) {
  const id = useId();
  const Control = as as ElementType;
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Control id={id} {...attributes} className="field" />
    </div>
  );
}

function TireFields({ item: { id, title, size, count, price } }: { item: OrderView['items'][number] }) {
  const t = useTranslations('success.edit');
  const locale = useShopLocale();
  const otherTires = useTiresOfSameSize(id);
  const countsDownToZero = Array.from({ length: count + 1 }, (_, removed) => count - removed);
  const money = (euros: number) => formatMoney(toCents(euros), locale);
  return (
    <fieldset className="grid gap-3 border-s-4 border-line ps-4 sm:grid-cols-[8rem_1fr]">
      <legend className="float-left mb-2 w-full font-semibold sm:col-span-2">
        {title} <span className="tabular font-normal">{size}</span>
      </legend>
      <Field as="select" label={t('count')} name={`count ${id}`} defaultValue={count}>
        {countsDownToZero.map((n) => (
          <option key={n} value={n}>
            {n}
          </option>
        ))}
      </Field>
      <Field as="select" label={t('tire')} name={`tire ${id}`} defaultValue="">
        <option value="">{t('other', { name: t('same'), price: money(price) })}</option>
        {otherTires.map((tire) => (
          <option key={tire.id} value={`${tire.id} ${tire.price}`}>
            {t('other', { name: tireLabel(tire), price: money(tire.price) })}
          </option>
        ))}
      </Field>
    </fieldset>
  );
}

type Product = ProductList['items'][number];

const tireLabel = ({ manufacturer, model, loadIndex, speedIndex }: Product) =>
  `${manufacturer.label} ${model} ${loadIndex}${speedIndex}`;

function useTiresOfSameSize(id: string): Product[] {
  const tire = useQuery(productsByIdQuery([id])).data?.items[0];
  const { treadWidth = 0, profile = 0, diameter = 0 } = tire?.size ?? {};
  const others = useQuery({
    ...productsQuery({ treadWidth, profile, diameter, season: tire?.season, sort: 'price', limit: 100, offset: 0 }),
    enabled: tire !== undefined,
  });
  return (others.data?.items ?? []).filter((other) => other.id !== id && other.available > 0);
}

function changedFields(order: OrderView, data: FormData): ChangeBody {
  const text = (name: string) => `${data.get(name) ?? ''}`.trim();
  const counts = order.items.flatMap(({ id, count: before }) => {
    const count = Number(data.get(`count ${id}`));
    return count < before ? [{ id, count }] : [];
  });
  const swaps = order.items.flatMap(({ id }) => {
    const [to, price] = text(`tire ${id}`).split(' ');
    const isRemoved = counts.some((lowered) => lowered.id === id && lowered.count === 0);
    return to && !isRemoved ? [{ from: id, to, price: Number(price) }] : [];
  });
  const customer = Object.fromEntries(
    (['name', 'email', 'phone'] as const)
      .filter((name) => text(name) !== order.customer[name])
      .map((name) => [name, text(name)]),
  );
  const fulfilment = text('fulfilment');
  const plate = text('plate') || null;
  // The keys have the same order as in `order.company`, with which it is compared as JSON.
  const typedCompany = {
    name: text('companyName'),
    regCode: text('regCode'),
    vatNumber: text('vatNumber'),
    address: text('address'),
  };
  const company = Object.values(typedCompany).some(Boolean) ? typedCompany : null;
  return {
    counts,
    swaps,
    customer,
    ...(text('branch') !== order.branch && { branch: text('branch') }),
    ...(fulfilment !== order.fulfilment && { fulfilment }),
    ...(fulfilment === 'fitting' && plate !== order.plate && { plate }),
    ...(JSON.stringify(company) !== JSON.stringify(order.company) && { company }),
    ...(text('note') !== order.note.trim() && { note: text('note') }),
  };
}
