import { useFormContext } from 'react-hook-form';
import { useShop } from '../../shop-context.tsx';
import { useCart } from '../../stores/cart.ts';
import { BranchHours } from '../../ui/branch-hours.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useTranslations } from '../../words.tsx';
import type { OrderFields } from './use-order-form.ts';

export function PlacePart() {
  const t = useTranslations('order');
  const { facts } = useShop();
  const cart = useCart((store) => store.cart);
  const { watch } = useFormContext<OrderFields>();
  const here = (id: string) =>
    Object.values(cart).every(({ stock, count }) => (stock.find((at) => at.branch === id)?.count ?? 0) >= count);
  return (
    <section aria-labelledby="where" className="grid gap-5">
      <h2 id="where" className="text-xl font-semibold">
        {t('where')}
      </h2>
      <Choices<OrderFields>
        name="branch"
        legend={t('branch')}
        columns
        choices={facts.branches.map(({ id, name, street, city }) => ({
          id,
          label: name,
          detail: (
            <>
              {street}, {city}
              <br />
              <BranchHours />
              <br />
              {t(here(id) ? 'allHere' : 'someComing')}
            </>
          ),
        }))}
      />
      <Choices<OrderFields>
        name="fulfilment"
        legend={t('fulfilment')}
        columns
        choices={[
          { id: 'pickup', label: t('pickup'), detail: t('pickupDetail') },
          { id: 'fitting', label: t('fitting'), detail: t('fittingDetail') },
        ]}
      />
      {watch('fulfilment') === 'fitting' && (
        <TextField<OrderFields> name="plate" label={t('plate')} hint={t('plateHint')} optional nullable />
      )}
      <TextField<OrderFields> name="note" label={t('note')} rows={3} optional />
    </section>
  );
}
