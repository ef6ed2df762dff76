import { z } from 'zod';

/** The mail server that tells reviewers; without it they are told by events alone. */
export const mailSchema = z.strictObject({
	/** smtp:// or smtps://, with user and password where the server asks for them. */
	smtpUrl: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }),
	/** Whom the mails come from, for example Reviews <reviews@example.com>. */
	from: z.string().trim().min(1, 'is empty'),
});
