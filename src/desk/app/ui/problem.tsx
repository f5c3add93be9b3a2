import type { Refused } from '../client/api.ts';
import { nameOf, useTexts } from '../client/texts.tsx';
import { useFormat } from './format.ts';

/** Returns whether the server refused the field at `path` (`buyer`) or a field within it (`buyer.phone`). */
export function hasErrorAt(refused: Refused | null, path: string): boolean {
  const errors = (refused?.details.errors ?? []) as { path: string; code: string }[];
  return errors.some((error) => error.path === path || error.path.startsWith(`${path}.`));
}

/** `isOfRead`: no act was sent, only data requested. */
export function Problem({ refused, isOfRead = false }: { refused: Refused | null; isOfRead?: boolean }) {
  const t = useTexts('problems');
  const changeName = useTexts('changes');
  const { time, actorName } = useFormat();
  if (!refused) return null;
  const shownCode = isOfRead && refused.code === 'offline' ? 'not-loaded' : refused.code;
  const codesMostPreciseFirst = [`reasons.${shownCode}.${refused.details.reason}`, shownCode, 'internal'];
  const code = codesMostPreciseFirst.find((candidate) => t.has(candidate as never));
  const lastChange = refused.details.lastChange as { at: string; actor: string; type: string } | undefined;
  return (
    <p role="alert" className="flex gap-2 rounded-md border-2 border-bad bg-sheet p-3">
      <span aria-hidden="true" className="font-bold text-bad">
        !
      </span>
      <span>
        {t(code as never)}
        {lastChange && (
          <>
            {' '}
            {t('lastChange', {
              actor: actorName(lastChange.actor),
              time: time(lastChange.at),
              change: nameOf(changeName, lastChange.type),
            })}
          </>
        )}
      </span>
    </p>
  );
}
