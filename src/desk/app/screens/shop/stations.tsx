import { useState } from 'react';
import { useBranch } from '../../client/branch.tsx';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, State } from '../../ui/parts.tsx';
import { OneTimeLink } from './one-time-link.tsx';

/** `open`: people can sign in by PIN; a closed station can be opened again. `close-station` removes it for good. */
export type StationRow = { id: number; branch: string; name: string; open: boolean; enrolledAt: string };

export function Stations({ rows }: { rows: StationRow[] }) {
  const t = useTexts('stations');
  const { branchName, time } = useFormat();
  const { branch } = useBranch();
  const [name, setName] = useState('');
  const [link, setLink] = useState<string | null>(null);
  return (
    <Panel title={t('title')} count={rows.length}>
      <ul>
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2 first:border-t-0"
          >
            <span>
              <span className="font-semibold">{row.name}</span> {branchName(row.branch)}{' '}
              <State tone={row.open ? 'good' : 'quiet'}>{row.open ? t('open') : t('closed')}</State>
              <span className="block text-s text-quiet">{t('since', { time: time(row.enrolledAt) })}</span>
            </span>
            <ActButton act="close-station" fields={{ id: row.id }} label={t('remove')} look="danger" />
          </li>
        ))}
      </ul>
      <div className="grid gap-3 border-t border-line pt-3">
        <Field label={t('name', { branch: branchName(branch) })} value={name} onChange={setName} maxLength={80} />
        <ActButton
          act="enrol-station"
          fields={{ branch, name }}
          needsFirstAnswer
          label={t('add')}
          isDisabled={name.trim() === ''}
          onDone={({ link }) => {
            setName('');
            setLink(String(link));
          }}
        />
        {link && <OneTimeLink link={link} />}
      </div>
    </Panel>
  );
}
