import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { roundedCash } from '../../../../shop/money.ts';
import { useBranch } from '../../client/branch.tsx';
import { useLanguage, useTexts } from '../../client/texts.tsx';
import { placedOrderNumber, useAct } from '../../client/use-act.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BuyerFields, buyerRequestFields, emptyBuyer } from './buyer-fields.tsx';
import { FittingFields, useFittingChoice } from './fitting-fields.tsx';
import { areAllInStockAt, itemForAct, OrderItems, repriced, totalCents, useItems } from './order-items.tsx';

export default function Sell() {
  const t = useTexts('sell');
  const { branch } = useBranch();
  const { locale } = useLanguage();
  const { money } = useFormat();
  const navigate = useNavigate();
  const [items, setItems] = useItems();
  const [buyer, setBuyer] = useState(emptyBuyer);
  const [wantsFitting, setWantsFitting] = useState(false);
  const choice = useFittingChoice({ branch, items, paymentMethod: 'pay_at_branch', isWanted: wantsFitting });
  const { run, isBusy, refused } = useAct('sell', { movesMoney: true });
  const sell = async (tender: 'cash' | 'card') => {
    const result = await run({
      branch,
      locale,
      tender,
      ...buyerRequestFields(buyer),
      ...choice.fields,
      items: items.map(itemForAct),
    });
    if (result.ok) await navigate(`/o/${placedOrderNumber(result.answer)}`);
    else if (result.refused.code === 'price-changed') setItems(repriced(items, result.refused));
  };
  const total = totalCents(items);
  const hasAllItems = areAllInStockAt(items, branch);
  const lacksTime = wantsFitting && choice.fields.fitting === null;
  const isDisabled = items.length === 0 || !hasAllItems || lacksTime || isBusy;
  return (
    <Screen title={t('title')}>
      <Panel title={t('tires')}>
        <OrderItems items={items} onChange={setItems} />
        {!hasAllItems && (
          <p className="mt-3">
            {t('notHere')}{' '}
            <Link className={buttonClass()} to={items.length === 1 ? `/phone?tire=${items[0]?.tire.id}` : '/phone'}>
              {t('order')}
            </Link>
          </p>
        )}
      </Panel>
      <Panel title={t('fitting')}>
        <Checkbox label={t('fitHere')} value={wantsFitting} onChange={setWantsFitting} />
        {wantsFitting && (
          <>
            <FittingFields choice={choice} mayAgreeTimeLater={false} refused={refused} />
            <p className="text-quiet">{t('fittingPaid')}</p>
          </>
        )}
      </Panel>
      <Panel title={t('buyer')}>
        <BuyerFields buyer={buyer} onChange={setBuyer} refused={refused} requiresNameAndPhone={false} />
      </Panel>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onPress={() => sell('card')} isDisabled={isDisabled}>
          {t('sellCard', { amount: money(total) })}
        </Button>
        <Button onPress={() => sell('cash')} isDisabled={isDisabled}>
          {t('sellCash', { amount: money(roundedCash(total)) })}
        </Button>
      </div>
      <Problem refused={refused} />
    </Screen>
  );
}
