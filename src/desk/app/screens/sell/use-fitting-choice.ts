import { useState } from 'react';
import type { Vehicle } from '../../../../shop/fitting/work.ts';
import { useFittingTimes } from '../../ui/fitting/fitting-times.tsx';
import type { Item } from './order-items.tsx';

type FittingOrder = { branch: string; items: readonly Item[]; paymentMethod: string; isWanted: boolean };

/** `isOtherSetStored`: the buyer's other wheels are in the shop's storage. `agreesTimeLater`: after the order. */
type Wishes = { vehicle: Vehicle; plate: string; isOtherSetStored: boolean; agreesTimeLater: boolean };

const noWishes: Wishes = { vehicle: 'car', plate: '', isOtherSetStored: false, agreesTimeLater: false };

export type FittingChoice = ReturnType<typeof useFittingChoice>;

/** Keeps the choices for fitting in a new order. `fields`: their part of the request that places the order. */
export function useFittingChoice({ branch, items, paymentMethod, isWanted }: FittingOrder) {
  const [wishes, setWishes] = useState(noWishes);
  const { vehicle, plate, isOtherSetStored, agreesTimeLater } = wishes;
  const itemList = items.map(({ tire, count }) => `${tire.id}:${count}`).join(',');
  const parameters = new URLSearchParams({ branch, items: itemList, vehicle, method: paymentMethod });
  const times = useFittingTimes(isWanted && items.length > 0 ? `/api/fitting/times?${parameters}` : null);
  const { selectedStart } = times;
  const hasTime = isWanted && !agreesTimeLater && selectedStart !== null;
  return {
    times,
    wishes,
    change: (changes: Partial<Wishes>) => setWishes({ ...wishes, ...changes }),
    areTimesLoading: isWanted && !agreesTimeLater && items.length > 0 && times.query.data === undefined,
    fields: {
      plate: isWanted && plate.trim() !== '' ? plate : null,
      fitting: hasTime ? { at: selectedStart, vehicle, storage: isOtherSetStored } : null,
    },
  };
}
