import { createContext, type ReactNode, useContext, useState } from 'react';
import { useSession } from './queries.ts';
import { readSetting, storeSetting } from './stored.ts';

const BranchContext = createContext<{ branch: string; setBranch: (id: string) => void }>({
  branch: '',
  setBranch: () => {},
});

/** The branch that was chosen on this device, otherwise that of the station, otherwise the first one. */
export const useBranch = () => useContext(BranchContext);

export function BranchProvider({ children }: { children: ReactNode }) {
  const { data: session } = useSession();
  const [chosen, setChosen] = useState(() => readSetting('branch'));
  const ids = session?.branches.map(({ id }) => id) ?? [];
  const candidates = [chosen, session?.station?.branch, ids[0]];
  const branch = candidates.find((id) => id && ids.includes(id)) ?? '';
  const setBranch = (id: string) => {
    storeSetting('branch', id);
    setChosen(id);
  };
  return <BranchContext value={{ branch, setBranch }}>{children}</BranchContext>;
}
