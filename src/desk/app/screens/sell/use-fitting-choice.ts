import { useState } from 'react';
import type { Vehicle } from '../../../../shop/fitting/work.ts';
import { useFittingTimes } from '../../ui/fitting/fitting-times.tsx';
import type { Item } from './order-items.tsx';

type FittingOrder = { branch: string; items: readonly Item[]; paymentMethod: string; isWanted: boolean };

export type FittingChoice = ReturnType<typeof useFittingChoice>;

/** Keeps the choices for fitting in a new order. `agreesLater`: the time is agreed after the order. `fields`: the choices to send with the act. */
export function useFittingChoice({ branch, items, paymentMethod, isWanted }: FittingOrder) {
  const [vehicle, setVehicle] = useState<Vehicle>('car');
  const [plate, setPlate] = useState('');
  const [hasStoredSet, setHasStoredSet] = useState(false);
  const [agreesLater, setAgreesLater] = useState(false);
  const itemList = items.map(({ tire, count }) => `${tire.id}:${count}`).join(',');
  const parameters = new URLSearchParams({ branch, items: itemList, vehicle, method: paymentMethod });
  const times = useFittingTimes(isWanted && items.length > 0 ? `/api/fitting/times?${parameters}` : null);
  const { selectedAt } = times;
  const hasTime = isWanted && !agreesLater && selectedAt !== null;
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
    areTimesLoading: isWanted && !agreesLater && items.length > 0 && times.query.data === undefined,
    fields: {
      plate: isWanted && plate.trim() !== '' ? plate : null,
      fitting: hasTime ? { at: selectedAt, vehicle, storage: hasStoredSet } : null,
    },
  };
}
