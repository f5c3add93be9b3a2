import { type ComponentType, useState } from 'react';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import type { Refused } from '../../client/api.ts';
import { useTexts } from '../../client/texts.tsx';
import { OnRefusalContext } from '../../client/use-act.ts';
import { useOrder } from '../../client/use-order.ts';
import { WhenLoaded } from '../parts.tsx';
import { Problem } from '../problem.tsx';
import { Screen } from '../screen.tsx';

type Texts = 'change' | 'delay' | 'handOver' | 'refund' | 'return' | 'warranty';

/** Returns a screen for one act. A new version of the order resets the form; the refusal of an act on the previous version stays above it. */
export function orderForm(texts: Texts, Form: ComponentType<{ order: DeskOrder }>) {
  return function OrderFormScreen() {
    const t = useTexts(texts);
    const { number, query } = useOrder();
    const [keptRefusal, setKeptRefusal] = useState<{ refused: Refused; version: string | undefined } | null>(null);
    const keepRefusal = (refused: Refused | null) =>
      setKeptRefusal(refused && { refused, version: query.data?.version });
    return (
      <Screen title={t('title', { number })}>
        <OnRefusalContext value={keepRefusal}>
          <WhenLoaded query={query}>
            {(order) => (
              <>
                {keptRefusal && keptRefusal.version !== order.version && <Problem refused={keptRefusal.refused} />}
                <div key={order.version}>
                  <Form order={order} />
                </div>
              </>
            )}
          </WhenLoaded>
        </OnRefusalContext>
      </Screen>
    );
  };
}
