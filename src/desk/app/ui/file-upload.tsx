import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, FileTrigger } from 'react-aria-components';
import { Refused, uploadFile } from '../client/api.ts';
import { buttonClass } from './button.tsx';
import { Problem } from './problem.tsx';

type Props<Answer> = {
  /** The path to which a file of this name is sent. */
  to: (name: string) => string;
  accept: string[];
  label: string;
  /** The label while the file is sent. */
  busy?: string;
  look?: 'primary' | 'plain';
  /** Null when the sending begins. */
  onAnswer?: (answer: Answer | null) => void;
};

/** A button that chooses a file and sends it. Shows the reason when the server refuses the file. */
export function FileUpload<Answer>({ to, accept, label, busy = label, look, onAnswer }: Props<Answer>) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setSending(true);
    setRefused(null);
    onAnswer?.(null);
    try {
      const answer = await uploadFile<Answer>(to(file.name), file);
      onAnswer?.(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    } finally {
      setSending(false);
      // Also after a lost connection, because the server may have handled a part of the file.
      void client.invalidateQueries({ queryKey: ['screen'], refetchType: 'active' });
    }
  };
  return (
    <>
      <FileTrigger acceptedFileTypes={accept} onSelect={(files) => void upload(files?.[0])}>
        <Button className={buttonClass(look)} isDisabled={isSending}>
          {isSending ? busy : label}
        </Button>
      </FileTrigger>
      <Problem refused={refused} />
    </>
  );
}
