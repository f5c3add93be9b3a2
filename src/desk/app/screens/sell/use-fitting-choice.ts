import { useState } from 'react';
import type { Vehicle } from '../../../../shop/fitting/work.ts';
import { useFittingTimes } from '../../ui/fitting/fitting-times.tsx';
import type { Item } from './order-items.tsx';

type Order = { branch: string; items: readonly Item[]; method: string; isWanted: boolean };

export type FittingChoice = ReturnType<typeof useFittingChoice>;

/** The fitting in a new order. `agreesLater`: the time is agreed after the order. `isReading`: the free times are not loaded yet. */
export function useFittingChoice({ branch, items, method, isWanted }: Order) {
  const [vehicle, setVehicle] = useState<Vehicle>('car');
  const [plate, setPlate] = useState('');
  const [hasStoredSet, setHasStoredSet] = useState(false);
  const [agreesLater, setAgreesLater] = useState(false);
  const tires = items.map(({ tire, count }) => `${tire.id}:${count}`).join(',');
  const query = new URLSearchParams({ branch, items: tires, vehicle, method });
  const times = useFittingTimes(isWanted && items.length > 0 ? `/api/fitting/times?${query}` : null);
  const { at } = times;
  const isAgreed = isWanted && !agreesLater && at !== null;
  return {
    times,
    vehicle,
    setVehicle,
    plate,
    setPlate,
    hasStoredSet,
    setHasStoredSet,
    agreesLater,
    setAgreesLater,
    isReading: isWanted && !agreesLater && items.length > 0 && times.query.data === undefined,
    fields: {
      plate: isWanted && plate.trim() !== '' ? plate : null,
      fitting: isAgreed ? { at, vehicle, storage: hasStoredSet } : null,
    },
  };
}
