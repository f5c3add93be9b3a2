import { useState } from 'react';
import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { centsFromText } from '../../../../shop/money.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, State } from '../../ui/parts.tsx';

/** The price, its source, and the owner's decisions. */
export function PricePanel({ data: { price, tire } }: { data: DeskTire }) {
  const t = useTexts('tire');
  const { money, time, actor } = useFormat();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [belowFloor, setBelowFloor] = useState(false);
  const fields = { tireId: tire.id, reason };
  const typed = centsFromText(text);
  const hasReason = reason.trim() !== '';
  return (
    <Panel title={t('price')}>
      <p className="number text-xl font-semibold">
        {price.priceCents === null ? t('notForSale') : money(price.priceCents)}
      </p>
      {price.setBy !== null && (
        <p className="text-quiet">{t('byRules', { source: price.setBy === 'own' ? t('ownStock') : price.setBy })}</p>
      )}
      {price.pinned && (
        <p>
          <State tone="warn">{t('pinned')}</State> {price.pinned.reason}, {actor(price.pinned.actor)},{' '}
          {time(price.pinned.at)}
        </p>
      )}
      {price.takenOffSale && (
        <p>
          <State tone="bad">{t('takenOffSale')}</State> {price.takenOffSale.reason}, {actor(price.takenOffSale.actor)},{' '}
          {time(price.takenOffSale.at)}
        </p>
      )}
      <ul className="my-3 text-s">
        {price.sources.map((source) => (
          <li key={source.supplier} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
            <span>
              {source.supplier} <span className="number text-quiet">{source.sku}</span>{' '}
              {!source.listed && <State tone="quiet">{t('notListed')}</State>}
            </span>
            <span className="number">
              {money(source.priceCents)}
              {typeof source.costNet === 'number' && (
                <span className="text-quiet"> {t('cost', { amount: money(Math.round(source.costNet * 100)) })}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        <Field label={t('newPrice')} value={text} onChange={setText} inputMode="decimal" placeholder="79,90" />
        <Field label={t('reason')} value={reason} onChange={setReason} maxLength={200} hint={t('reasonHint')} />
        {price.setBy !== null && <Checkbox label={t('belowFloor')} value={belowFloor} onChange={setBelowFloor} />}
        <div className="flex flex-wrap gap-2">
          <ActButton
            act="pin-price"
            fields={{ ...fields, priceCents: typed ?? 0, ...(belowFloor && { belowFloor }) }}
            label={t('pin')}
            isDisabled={!typed || !hasReason}
            onDone={() => setText('')}
          />
          {price.pinned && <ActButton act="unpin-price" fields={fields} label={t('unpin')} isDisabled={!hasReason} />}
          {price.takenOffSale ? (
            <ActButton act="put-on-sale" fields={fields} label={t('putOnSale')} isDisabled={!hasReason} />
          ) : (
            <ActButton
              act="take-off-sale"
              fields={fields}
              label={t('takeOffSale')}
              look="danger"
              isDisabled={!hasReason}
            />
          )}
        </div>
      </div>
      <h3 className="mt-4 font-semibold">{t('priceChanges')}</h3>
      <ul className="text-s">
        {price.changes.map((change) => (
          <li key={change.at} className="flex flex-wrap gap-x-3 border-t border-line py-2">
            <span className="number text-quiet">{time(change.at)}</span>
            <span className="number">{change.priceCents === null ? t('notForSale') : money(change.priceCents)}</span>
            <span className="text-quiet">{change.reason}</span>
            {change.actor && <span className="text-quiet">{actor(change.actor)}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
