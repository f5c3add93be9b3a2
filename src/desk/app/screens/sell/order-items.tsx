import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FoundTire } from '../../../../shop/desk/search.ts';
import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { toCents, toEuros } from '../../../../shop/money.ts';
import type { Refused } from '../../client/api.ts';
import { useBranch } from '../../client/branch.tsx';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { State } from '../../ui/parts.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { TirePicker } from '../../ui/tire-picker.tsx';

export type Item = { tire: FoundTire; count: number };

/** Includes the shown price, which the buyer is told: if the current price differs, the server refuses the order. */
export const itemForAct = ({ tire, count }: Item) => ({ id: tire.id, count, price: toEuros(tire.priceCents) });

/** Returns the items with the current prices that the refusal `price-changed` names. */
export function repriced(items: readonly Item[], { details }: Refused): Item[] {
  const prices = details.items as { id: string; price: number }[];
  return items.map(({ tire, count }) => {
    const current = prices.find(({ id }) => id === tire.id);
    return { tire: current ? { ...tire, priceCents: toCents(current.price) } : tire, count };
  });
}

const presetCounts = [1, 2, 4];
const wheelsOfCar = 4;

export const totalCents = (items: readonly Item[]) =>
  items.reduce((sum, { tire, count }) => sum + tire.priceCents * count, 0);

const freeAt = ({ branches }: FoundTire, branch: string) =>
  branches.find((candidate) => candidate.branch === branch)?.free ?? 0;

export const areAllInStockAt = (items: readonly Item[], branch: string) =>
  items.every(({ tire, count }) => freeAt(tire, branch) >= count);

export function OrderItems({ items, onChange }: { items: readonly Item[]; onChange: (items: Item[]) => void }) {
  const t = useTexts('sell');
  const { branch } = useBranch();
  const format = useFormat();
  const setCount = (id: string, count: number) => {
    const changed = items.map((item) => (item.tire.id === id ? { ...item, count } : item));
    onChange(changed.filter((item) => item.count > 0));
  };
  return (
    <div className="grid gap-3">
      <TirePicker
        label={items.length === 0 ? t('tire') : t('anotherTire')}
        autoFocus={items.length === 0}
        onPick={(tire) => onChange([...items.filter((item) => item.tire.id !== tire.id), { tire, count: wheelsOfCar }])}
      />
      <ul>
        {items.map(({ tire, count }) => (
          <li key={tire.id} className="grid gap-2 border-t border-line py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">
                {tire.manufacturer} {tire.model} <span className="number inline-block">{tire.size}</span>
              </span>
              <span className="number">{format.money(tire.priceCents * count)}</span>
            </p>
            <p className="flex flex-wrap gap-x-4 text-s">
              <State tone={freeAt(tire, branch) >= count ? 'good' : 'bad'}>
                {t('here', { count: freeAt(tire, branch) })}
              </State>
              {tire.branches
                .filter((candidate) => candidate.branch !== branch)
                .map((otherBranch) => (
                  <span key={otherBranch.branch} className="number">
                    {format.branchName(otherBranch.branch)}: {otherBranch.free}
                  </span>
                ))}
              {tire.suppliers.map(({ supplier, free, leadDays }) => (
                <span key={supplier} className="number">
                  {t('supplier', { supplier, free, days: leadDays })}
                </span>
              ))}
            </p>
            <div className="flex flex-wrap items-end gap-2">
              {presetCounts.map((preset) => (
                <Button key={preset} onPress={() => setCount(tire.id, preset)}>
                  {preset}
                </Button>
              ))}
              <Stepper
                label={`${tire.manufacturer} ${tire.model}`}
                hidesLabel
                value={count}
                min={1}
                onChange={(next) => setCount(tire.id, next)}
              />
              <Button look="quiet" onPress={() => setCount(tire.id, 0)}>
                {t('remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {items.length > 0 && (
        <p className="number flex justify-between text-l font-semibold">
          <span>{t('total')}</span>
          <span>{format.money(totalCents(items))}</span>
        </p>
      )}
    </div>
  );
}

/** With `?tire=ID` in the URL, the items begin with that tire, one for each wheel of a car. */
export function useItems(): [Item[], (items: Item[]) => void] {
  const [parameters] = useSearchParams();
  const id = parameters.get('tire');
  const [items, setItems] = useState<Item[] | null>(null);
  const query = useLiveQuery<DeskTire>(id ? `/api/tires/${encodeURIComponent(id)}` : null, []);
  useEffect(() => {
    const tire = query.data?.tire;
    if (tire) setItems((before) => before ?? [{ tire, count: wheelsOfCar }]);
  }, [query.data]);
  return [items ?? [], setItems];
}
