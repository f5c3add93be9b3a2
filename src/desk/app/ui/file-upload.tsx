import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { Refused, uploadFile } from '../client/api.ts';
import { liveKey } from '../client/queries.ts';
import { buttonClass } from './button.tsx';
import { Problem } from './problem.tsx';

type Props<Answer> = {
  uploadPath: (fileName: string) => string;
  accept: string[];
  label: string;
  busyLabel: string;
  look?: 'primary' | 'plain';
  /** Called with null when the upload begins, and with the server's answer. */
  onAnswer?: (answer: Answer | null) => void;
};

export function FileUpload<Answer>({ uploadPath, accept, label, busyLabel, look, onAnswer }: Props<Answer>) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setSending(true);
    setRefused(null);
    onAnswer?.(null);
    try {
      const answer = await uploadFile<Answer>(uploadPath(file.name), file);
      onAnswer?.(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    } finally {
      setSending(false);
      // Also after a lost connection, because the server may have processed the file.
      void client.invalidateQueries({ queryKey: liveKey, refetchType: 'active' });
    }
  };
  return (
    <>
      <FileTrigger acceptedFileTypes={accept} onSelect={(files) => void upload(files?.[0])}>
        <Button className={buttonClass(look)} isDisabled={isSending}>
          {isSending ? busyLabel : label}
        </Button>
      </FileTrigger>
      <div className="mt-3 empty:hidden">
        <Problem refused={refused} />
      </div>
    </>
  );
}
