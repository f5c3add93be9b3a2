import { useContext, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { Product } from '../../../shop/catalog/tire.ts';
import { useStoredReady } from '../../stores/stored.ts';
import { useAfterPaint } from '../../ui/use-after-paint.ts';
import { useComparing } from './comparing.ts';
import { RenderedRows } from './rendered-rows.ts';
import { TireRow } from './tire-row.tsx';

/** Rows that fit on a screen, and a few more. */
const inSight = 6;

type Props = {
  tires: readonly Product[];
  /** These are still those of the choice before. */
  outdated: boolean;
};

/** The rows of a list. Of a new one those in sight are painted at once and the others right after them. */
export function TireRows({ tires, outdated }: Props) {
  const isNew = useAfterPaint(tires) !== tires;
  const comparing = useComparing();
  const render = useContext(RenderedRows);
  const comesBack = useComesBack();
  const look = `divide-y divide-line border-y border-line ${outdated ? 'opacity-60' : ''} ${comesBack ? 'exactly-high' : ''}`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what these very components make of the tires
  if (render) return <ul className={look} dangerouslySetInnerHTML={{ __html: render(tires, comparing) }} />;
  return (
    <ul className={look}>
      {(isNew ? tires.slice(0, inSight) : tires).map((tire) => (
        <TireRow key={tire.id} tire={tire} />
      ))}
    </ul>
  );
}

/** Whether somebody went back or forward to this list, within its document. */
function useComesBack(): boolean {
  const kind = useNavigationType();
  const location = useLocation();
  const stored = useStoredReady();
  // A document's own list is there before its stores are.
  const [arrived] = useState(stored ? null : location);
  return kind === 'POP' && location !== arrived;
}
