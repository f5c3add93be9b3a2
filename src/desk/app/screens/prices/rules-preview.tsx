import { Link } from 'react-router';
import type { PriceMove, PricesPreview } from '../../../../shop/catalog/prices/rules/prices-preview.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Counts, Panel, State } from '../../ui/parts.tsx';
import { Table } from '../../ui/table.tsx';

/** `ignoresGuard`: also applies the prices that the guard holds back. */
type Props = { preview: PricesPreview; ignoresGuard: boolean; onApplied: () => void };

export function RulesPreview({ preview, ignoresGuard, onApplied }: Props) {
  const t = useTexts('prices');
  const { money } = useFormat();
  const { up, down, unchanged, withoutCost, belowFloor, margin, moves, neverMatched, unreachable } = preview;
  const heldByGuard = preview.held;
  const marginOfStock = { count: margin.pieces, before: money(margin.before), after: money(margin.after) };
  const counts: [string, number][] = [
    [t('up'), up],
    [t('down'), down],
    [t('unchanged'), unchanged],
    [t('withoutCost'), withoutCost],
    [t('belowFloor'), belowFloor],
  ];
  const costText = (euros: number | null) => (euros === null ? '–' : money(Math.round(euros * 100)));
  const moveCells = ({
    tireId,
    title,
    size,
    before,
    after,
    percent,
    landedNet: costEuros,
    marginPercent,
  }: PriceMove) => [
    <TireLink key={tireId} tireId={tireId} name={`${title} ${size}`} />,
    money(before),
    money(after),
    percent > 0 ? `+${percent}` : String(percent).replace('-', '−'),
    costText(costEuros),
    marginPercent ?? '–',
  ];
  return (
    <Panel title={t('preview')}>
      <div className="grid gap-4">
        <Counts counts={counts} />
        <p className="number">{t('margin', marginOfStock)}</p>
        <Table
          title={t('moves')}
          head={[t('tire'), t('before'), t('after'), t('percent'), t('cost'), t('marginPercent')]}
          rows={moves.map(moveCells)}
          emptyText={t('noMoves')}
        />
        {heldByGuard.total > 0 && (
          <section>
            <h3 className="font-semibold">
              <State tone="warn">{t('held', { count: heldByGuard.total })}</State>
            </h3>
            <ul className="text-s">
              {heldByGuard.rows.map(({ tireId, title, size, price, wanted }) => (
                <li key={tireId} className="number flex flex-wrap justify-between gap-x-4 border-t border-line py-1">
                  <TireLink tireId={tireId} name={`${title} ${size}`} />
                  <span>{t('heldRow', { price: money(price), wanted: money(wanted) })}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {unreachable.length > 0 && (
          <State wraps tone="warn">
            {t('unreachable', { rules: unreachable.join(', ') })}
          </State>
        )}
        {neverMatched.length > 0 && (
          <State wraps tone="quiet">
            {t('neverMatched', { rules: neverMatched.join(', ') })}
          </State>
        )}
        <ActButton
          act="apply-prices"
          fields={{ hash: preview.hash, ignoresGuard }}
          label={t('apply')}
          confirmLabel={t('applyConfirm', { count: up + down })}
          look="primary"
          onDone={onApplied}
        />
      </div>
    </Panel>
  );
}

function TireLink({ tireId, name }: { tireId: string; name: string }) {
  return (
    <Link to={`/tires/${tireId}`} className="underline">
      {name}
    </Link>
  );
}
