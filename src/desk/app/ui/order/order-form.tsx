import { type ReactNode, useState } from 'react';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import type { Refused } from '../../client/api.ts';
import { OnRefusalContext } from '../../client/use-act.ts';
import { useOrder } from '../../client/use-order.ts';
import { WhenLoaded } from '../parts.tsx';
import { Problem } from '../problem.tsx';
import { Screen } from '../screen.tsx';

/** A screen for one act. A change of the order resets the form; a refusal because of the change stays above it. */
export function OrderForm({
  title,
  children,
}: {
  title: (number: string) => string;
  children: (order: DeskOrder) => ReactNode;
}) {
  const { number, query } = useOrder();
  const [keptRefusal, setKeptRefusal] = useState<{ refused: Refused; version: string | undefined } | null>(null);
  const keepRefusal = (refused: Refused | null) => setKeptRefusal(refused && { refused, version: query.data?.version });
  return (
    <Screen title={title(number)}>
      <OnRefusalContext value={keepRefusal}>
        <WhenLoaded query={query}>
          {(order) => (
            <>
              {keptRefusal && keptRefusal.version !== order.version && <Problem refused={keptRefusal.refused} />}
              <div key={order.version}>{children(order)}</div>
            </>
          )}
        </WhenLoaded>
      </OnRefusalContext>
    </Screen>
  );
}
