import { useState } from 'react';
import type { Vehicle } from '../../../../shop/fitting/work.ts';
import { useFittingTimes } from '../../ui/fitting/fitting-times.tsx';
import type { Item } from './order-items.tsx';

type Order = { branch: string; items: readonly Item[]; method: string; isWanted: boolean };

export type FittingChoice = ReturnType<typeof useFittingChoice>;

export function useFittingChoice({ branch, items, method, isWanted }: Order) {
  const [vehicle, setVehicle] = useState<Vehicle>('car');
  const [plate, setPlate] = useState('');
  const [storage, setStorage] = useState(false);
  const [isLater, setLater] = useState(false);
  const tires = items.map(({ tire, count }) => `${tire.id}:${count}`).join(',');
  const query = new URLSearchParams({ branch, items: tires, vehicle, method });
  const times = useFittingTimes(isWanted && items.length > 0 ? `/api/fitting/times?${query}` : null);
  const { at } = times;
  const isAgreed = isWanted && !isLater && at !== null;
  return {
    times,
    vehicle,
    setVehicle,
    plate,
    setPlate,
    storage,
    setStorage,
    isLater,
    setLater,
    isReading: isWanted && !isLater && items.length > 0 && times.query.data === undefined,
    fields: {
      plate: isWanted && plate.trim() !== '' ? plate : null,
      fitting: isAgreed ? { at, vehicle, storage } : null,
    },
  };
}
