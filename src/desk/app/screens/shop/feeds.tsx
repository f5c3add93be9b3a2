import { useState } from 'react';
import type { Feed } from '../../../../shop/staff/feed.ts';
import { useBranch } from '../../client/branch.tsx';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';

export function CalendarFeeds({ rows }: { rows: readonly Feed[] }) {
  const t = useTexts('feeds');
  const { branchName, time, actorName } = useFormat();
  const { branch } = useBranch();
  const [link, setLink] = useState<string | null>(null);
  return (
    <Panel title={t('title')} count={rows.length}>
      <p className="mb-2 text-s text-quiet">{t('explains')}</p>
      <ul>
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2 first:border-t-0"
          >
            <span>
              <span className="font-semibold">{branchName(row.branch)}</span>
              <span className="block text-s text-quiet">
                {t('since', { time: time(row.createdAt), actor: actorName(row.createdBy) })}
              </span>
            </span>
            <ActButton act="revoke-feed" fields={{ id: row.id }} label={t('revoke')} look="danger" />
          </li>
        ))}
      </ul>
      <div className="grid gap-3 border-t border-line pt-3">
        <ActButton
          act="create-feed"
          fields={{ branch }}
          needsFirstAnswer
          label={t('create', { branch: branchName(branch) })}
          onDone={({ link }) => setLink(String(link))}
        />
        {link && (
          <div className="grid gap-2 rounded-md border-2 border-signal p-3">
            <p>{t('once')}</p>
            <code className="text-s break-all">{link}</code>
          </div>
        )}
      </div>
    </Panel>
  );
}
