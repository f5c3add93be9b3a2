import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { type Item, wheelsOfCar } from './order-items.tsx';

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
