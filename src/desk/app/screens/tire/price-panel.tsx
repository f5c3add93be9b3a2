import { useState } from 'react';
import type { DeskTire } from '../../../../shop/desk/tire.ts';
import { centsFromText } from '../../../../shop/money.ts';
import { useLanguage, useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, State } from '../../ui/parts.tsx';

/** A pin is a price set by hand. The floor is the lowest price that the rules allow. */
export function PricePanel({ data: { price, tire } }: { data: DeskTire }) {
  const t = useTexts('tire');
  const { money, time, actorName } = useFormat();
  const { locale } = useLanguage();
  const [priceText, setPriceText] = useState('');
  const [reason, setReason] = useState('');
  const [isBelowFloorAllowed, setBelowFloorAllowed] = useState(false);
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const fields = { tireId: tire.id, reason };
  const typedCents = centsFromText(priceText);
  const sourceUsedByRules = price.setBy;
  const isSetByRules = sourceUsedByRules !== null;
  const hasReason = reason.trim() !== '';
  const hasPin = price.pinned !== null || price.planned.length > 0;
  return (
    <Panel title={t('price')}>
      <p className="number text-xl font-semibold">
        {price.priceCents === null ? t('notForSale') : money(price.priceCents)}
      </p>
      {isSetByRules && (
        <p className="text-quiet">
          {t('byRules', { source: sourceUsedByRules === 'own' ? t('ownStock') : sourceUsedByRules })}
        </p>
      )}
      {price.campaign && <p>{t('campaign', { title: price.campaign[locale] })}</p>}
      {price.pinned && <PinLine label={t('pinned')} pin={price.pinned} />}
      {price.planned.map((pin) => (
        <PinLine key={`${pin.from} ${pin.at}`} label={t('willBePinned', { amount: money(pin.priceCents) })} pin={pin} />
      ))}
      {price.takenOffSale && (
        <p>
          <State tone="bad">{t('takenOffSale')}</State> {price.takenOffSale.reason},{' '}
          {actorName(price.takenOffSale.actor)}, {time(price.takenOffSale.at)}
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
              <Cost source={source} />
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        <Field
          label={t('newPrice')}
          value={priceText}
          onChange={setPriceText}
          inputMode="decimal"
          placeholder="79,90"
        />
        <Field label={t('reason')} value={reason} onChange={setReason} maxLength={200} hint={t('reasonHint')} />
        <div className="grid items-end gap-3 sm:grid-cols-2">
          <Field label={t('pinFrom')} type="date" value={from} onChange={setFrom} />
          <Field label={t('pinUntil')} type="date" value={until} onChange={setUntil} />
        </div>
        {isSetByRules && (
          <Checkbox label={t('belowFloor')} value={isBelowFloorAllowed} onChange={setBelowFloorAllowed} />
        )}
        <div className="flex flex-wrap gap-2">
          <ActButton
            act="pin-price"
            fields={{
              ...fields,
              priceCents: typedCents ?? 0,
              ...(from && { from }),
              ...(until && { until }),
              ...(isBelowFloorAllowed && { belowFloor: true }),
            }}
            label={t('pin')}
            isDisabled={!typedCents || !hasReason}
            onDone={() => setPriceText('')}
          />
          {hasPin && <ActButton act="unpin-price" fields={fields} label={t('unpin')} isDisabled={!hasReason} />}
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
            {change.actor && <span className="text-quiet">{actorName(change.actor)}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Cost({ source: { costNet: costEuros } }: { source: DeskTire['price']['sources'][number] }) {
  const t = useTexts('tire');
  const { money } = useFormat();
  // Absent without the right to see costs; null: not known.
  if (typeof costEuros !== 'number') return null;
  return <span className="text-quiet"> {t('cost', { amount: money(Math.round(costEuros * 100)) })}</span>;
}

function PinLine({ label, pin }: { label: string; pin: NonNullable<DeskTire['price']['pinned']> }) {
  const t = useTexts('tire');
  const { time, actorName, fullDay } = useFormat();
  const { from, until } = pin;
  const dayTexts = [from && t('fromDay', { day: fullDay(from) }), until && t('untilDay', { day: fullDay(until) })];
  return (
    <p>
      <State tone="warn">{label}</State> {dayTexts.filter(Boolean).map((text) => `${text}, `)}
      {pin.reason}, {actorName(pin.actor)}, {time(pin.at)}
    </p>
  );
}
