import { resolve } from 'node:path';
import type { Config } from './config.ts';
import type { Post } from './jobs/send-letter.ts';
import { letterFolder } from './letter-folder.ts';
import { mailer } from './mail/sending/mailer.ts';
import { linkForBranch } from './shop/checkout/branch-order.server.ts';
import type { Till } from './shop/checkout/till.server.ts';
import type { Trouble } from './shop/checkout/trouble.ts';
import type { ShopConfig } from './shop/shop-facts.ts';
import { href } from './web/sitemap.ts';

/** Writes to the owner of a trouble. What writes is loaded with the first such letter. */
export function tellsOwner({ mailer, till, facts }: Post, to: string): (trouble: Trouble) => Promise<void> {
  return async (trouble) => {
    const { writeOwnerAlert } = await import('./mail/write-owner-alert.tsx');
    await mailer.send(await writeOwnerAlert(trouble, to, facts, till.now()));
  };
}

/** What letters are sent with: a mail server, or files under the data folder where there is none. */
export function openPost(config: Config, facts: ShopConfig, till: Till, projectFolder: string): Post {
  const { publicUrl, smtpUrl, dataDir } = config;
  const folder = letterFolder(resolve(projectFolder, dataDir));
  return {
    till,
    facts,
    mailer: mailer({ ...(smtpUrl === undefined ? {} : { smtpUrl }), from: facts.email, folder }),
    pages: {
      order: (number, token, locale) => `${publicUrl}${href('success', locale, `?order=${number}`)}#${token}`,
      withdrawal: (number, token, locale) => `${publicUrl}${href('withdrawal', locale, `?order=${number}`)}#${token}`,
      branch: async (number) => `${publicUrl}/branch?${new URLSearchParams(await linkForBranch(till, number))}`,
    },
  };
}
