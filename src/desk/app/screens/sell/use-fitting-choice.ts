import { useState } from 'react';
import type { Vehicle } from '../../../../shop/fitting/work.ts';
import { useFittingTimes } from '../../ui/fitting/fitting-times.tsx';
import type { Item } from './order-items.tsx';

type FittingOrder = { branch: string; items: readonly Item[]; paymentMethod: string; isWanted: boolean };

export type FittingChoice = ReturnType<typeof useFittingChoice>;

/** Keeps the choices for fitting in a new order. `fields`: their part of the request that places the order. */
export function useFittingChoice({ branch, items, paymentMethod, isWanted }: FittingOrder) {
  const [vehicle, setVehicle] = useState<Vehicle>('car');
  const [plate, setPlate] = useState('');
  const [isOtherSetStored, setOtherSetStored] = useState(false); // the buyer's other wheels are in our storage
  const [agreesTimeLater, setAgreesTimeLater] = useState(false); // after the order
  const itemList = items.map(({ tire, count }) => `${tire.id}:${count}`).join(',');
  const parameters = new URLSearchParams({ branch, items: itemList, vehicle, method: paymentMethod });
  const times = useFittingTimes(isWanted && items.length > 0 ? `/api/fitting/times?${parameters}` : null);
  const { selectedStart } = times;
  const hasTime = isWanted && !agreesTimeLater && selectedStart !== null;
  return {
    times,
    vehicle,
    setVehicle,
    plate,
    setPlate,
    isOtherSetStored,
    setOtherSetStored,
    agreesTimeLater,
    setAgreesTimeLater,
    areTimesLoading: isWanted && !agreesTimeLater && items.length > 0 && times.query.data === undefined,
    fields: {
      plate: isWanted && plate.trim() !== '' ? plate : null,
      fitting: hasTime ? { at: selectedStart, vehicle, storage: isOtherSetStored } : null,
    },
  };
}
