import { useState } from 'react';
import type { ExchangeTexts, ExchangeView, PurchaseView } from '../../../../shop/desk/purchase.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListPanel, WhenLoaded } from '../../ui/parts.tsx';

/** Shows the stored requests to the supplier's system and its responses, which are evidence in disputes. */
export function Exchanges({ purchase }: { purchase: PurchaseView }) {
  const t = useTexts('purchases');
  return (
    <ListPanel title={t('exchanges')} rows={purchase.exchanges}>
      {(exchange) => <Exchange key={exchange.id} number={purchase.number} exchange={exchange} />}
    </ListPanel>
  );
}

function Exchange({ number, exchange }: { number: string; exchange: ExchangeView }) {
  const t = useTexts('purchases');
  const { time } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="grid justify-items-start gap-2 border-t border-line py-3 first:border-t-0">
      <span className="flex flex-wrap gap-x-4">
        <span className="number text-quiet">{time(exchange.at)}</span>
        <span>{t(`exchange.${exchange.kind}`)}</span>
        <span className="font-semibold">{t(`outcome.${exchange.outcome ?? 'none'}`)}</span>
        {exchange.reason !== '' && <span lang="en">{exchange.reason}</span>}
      </span>
      <Button onPress={() => setIsOpen(!isOpen)}>{t(isOpen ? 'hideTexts' : 'showTexts')}</Button>
      {isOpen && <RequestAndAnswer number={number} id={exchange.id} />}
    </li>
  );
}

function RequestAndAnswer({ number, id }: { number: string; id: number }) {
  const t = useTexts('purchases');
  const query = useLiveQuery<ExchangeTexts>(`/api/purchases/${encodeURIComponent(number)}/exchanges/${id}`, []);
  const textClass = 'max-h-80 w-full overflow-auto whitespace-pre-wrap break-all text-s';
  return (
    <WhenLoaded query={query}>
      {({ request, answer }) => (
        <>
          <h3 className="font-semibold">{t('request')}</h3>
          <pre className={textClass}>{request}</pre>
          <h3 className="font-semibold">{t('answered')}</h3>
          <pre className={textClass}>{answer ?? t('outcome.none')}</pre>
        </>
      )}
    </WhenLoaded>
  );
}
