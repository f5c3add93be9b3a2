import type { Letter } from '../letter.ts';
import type { Words } from '../words.ts';
import { Heading, Rows } from './blocks.tsx';

/** What a declaration of withdrawal says, and when it came, to the minute. */
export function Declaration({ letter: { order, withdrawal }, words }: { letter: Letter; words: Words }) {
  const { letter: t, moment } = words;
  if (!withdrawal) return null;
  const items = withdrawal.items.map(({ title, size, count }) => `${count} × ${title} ${size}`);
  if (withdrawal.note) items.push(withdrawal.note);
  return (
    <>
      <Heading>{t('withdrawal.declaration')}</Heading>
      <Rows
        rows={[
          [t('withdrawal.at'), moment(withdrawal.receivedAt)],
          [t('withdrawal.name'), withdrawal.name],
          [t('withdrawal.order'), order.number],
          [
            t('withdrawal.items'),
            (items.length > 0 ? items : [t('withdrawal.wholeOrder')]).map((item) => <div key={item}>{item}</div>),
          ],
        ]}
      />
    </>
  );
}
