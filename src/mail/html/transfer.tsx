import type { NextStep } from '../../shop/order/order-view.ts';
import { transferRows } from '../transfer-rows.ts';
import type { Words } from '../words.ts';
import { Heading, Rows } from './blocks.tsx';

type Props = { words: Words; next: NextStep; number: string };

/** What a bank asks for, where the order is paid by transfer. */
export function Transfer({ words, next, number }: Props) {
  if (next.type !== 'instructions') return null;
  return (
    <>
      <Heading>{words.transfer('title')}</Heading>
      <Rows rows={transferRows(words, next, number)} />
    </>
  );
}
