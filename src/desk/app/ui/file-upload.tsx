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
  onAnswer: (answer: Answer | null) => void;
  /** Called after each attempt: after a lost connection a part may have been done. */
  onEnd?: () => void;
};

/** A button that chooses a file and sends it. Shows why it was refused. */
export function FileUpload<Answer>({ to, accept, label, busy = label, look, onAnswer, onEnd }: Props<Answer>) {
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setSending(true);
    setRefused(null);
    onAnswer(null);
    try {
      onAnswer(await uploadFile<Answer>(to(file.name), file));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    } finally {
      setSending(false);
      onEnd?.();
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
