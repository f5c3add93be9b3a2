import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { fittedTireOf } from '../../../shop/fitting/fitted-tire.ts';
import { type FittingChoice, fittingChoices } from '../../../shop/fitting/fitting-choices.ts';
import { formatMoney } from '../../../shop/money.ts';
import { useCart } from '../../client/stores/stored.ts';
import { usePageContext } from '../../document/page-context.tsx';
import { Choices } from '../../ui/form/form-fields.tsx';
import { useShopLocale } from '../../ui/locale.ts';
import { FittingTimes } from './fitting-times.tsx';
import type { OrderFields } from './order-fields.ts';

/** `nearestStarts`: free times near the chosen one, if that was taken meanwhile. */
export type FittingPartProps = { nearestStarts: readonly string[] };

export function FittingPart({ nearestStarts }: FittingPartProps) {
  const t = useTranslations('orderFitting');
  const { shopConfig } = usePageContext();
  const cart = useCart((store) => store.cart);
  const branch = useFormContext<OrderFields>().watch('branch');
  const tires = Object.values(cart).map((item) => ({ ...fittedTireOf(item), count: item.count }));
  const branchIds = branch ? [branch] : shopConfig.branches.map(({ id }) => id);
  const choices = branchIds.flatMap((id) => fittingChoices(shopConfig, id, tires));
  if (choices.length === 0) return <p>{t('byPhone')}</p>;
  if (!branch) return <p className="text-quiet">{t('chooseBranch')}</p>;
  return <FittingFields branch={branch} choices={choices} nearestStarts={nearestStarts} />;
}

type FieldsProps = FittingPartProps & { branch: string; choices: readonly FittingChoice[] };

function FittingFields({ branch, choices, nearestStarts }: FieldsProps) {
  const t = useTranslations('orderFitting');
  const tOrder = useTranslations('order');
  const locale = useShopLocale();
  const { setValue, watch } = useFormContext<OrderFields>();
  const cart = useCart((store) => store.cart);

  // The form has the fields of `fitting` only while this component shows them.
  useEffect(() => {
    setValue('fitting', { at: '', storage: false, earlier: false });
    return () => setValue('fitting', undefined);
  }, [setValue]);

  const chosenVehicle = watch('fitting.vehicle');
  const vehicle = choices.find((choice) => choice.vehicle === chosenVehicle)?.vehicle;
  const items = Object.values(cart).map(({ id, count }) => `${id}:${count}`);
  // Until the buyer chooses a method, the page shows the times for payment at the branch.
  const method = watch('paymentMethod') || 'pay_at_branch';
  const job = vehicle ? { branch, items: items.join(), vehicle, method } : null;
  return (
    <>
      <Choices<OrderFields>
        name="fitting.vehicle"
        legend={tOrder('vehicle')}
        columns={3}
        choices={choices.map(({ vehicle: id, minutes, priceCents }) => ({
          id,
          label: t(`vehicles.${id}`),
          detail: t('work', { price: formatMoney(priceCents, locale), minutes }),
        }))}
      />
      <FittingTimes job={job} nearestStarts={nearestStarts} />
    </>
  );
}
