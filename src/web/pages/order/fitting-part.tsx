import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { fittedTireOf } from '../../../shop/fitting/fitted-tire.ts';
import { fittingChoices } from '../../../shop/fitting/fitting-choices.ts';
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
  const tOrder = useTranslations('order');
  const locale = useShopLocale();
  const { shopConfig } = usePageContext();
  const items = Object.values(useCart((store) => store.cart));
  const { setValue, watch } = useFormContext<OrderFields>();
  const [branch, chosenVehicle, chosenMethod] = watch(['branch', 'fitting.vehicle', 'paymentMethod']);
  const tires = items.map(fittedTireOf);
  const branchIds = branch ? [branch] : shopConfig.branches.map(({ id }) => id);
  const choices = branchIds.flatMap((id) => fittingChoices(shopConfig, id, tires));
  const showsFields = Boolean(branch) && choices.length > 0;

  // The form has the fields of `fitting` only while this component shows them.
  useEffect(() => {
    if (!showsFields) return;
    setValue('fitting', { at: '', storage: false, earlier: false });
    return () => setValue('fitting', undefined);
  }, [setValue, showsFields]);

  if (choices.length === 0) return <p>{t('byPhone')}</p>;
  if (!showsFields) return <p className="text-quiet">{t('chooseBranch')}</p>;
  const vehicle = choices.find((choice) => choice.vehicle === chosenVehicle)?.vehicle;
  const idsAndCounts = items.map(({ id, count }) => `${id}:${count}`).join();
  // Until the buyer chooses a method, the page shows the times for payment at the branch.
  const method = chosenMethod || 'pay_at_branch';
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
      <FittingTimes
        job={vehicle ? { branch, items: idsAndCounts, vehicle, method } : null}
        nearestStarts={nearestStarts}
      />
    </>
  );
}
