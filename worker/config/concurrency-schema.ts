import { z } from 'zod';
import { integer } from './fields';

/**
 * How much one worker does at once of what can take long. It has task queues of its own, so that reviews, mails to reviewers
 * and all else that people wait for never wait behind it.
 */
export const concurrencySchema = z.strictObject({
	/** Events and callbacks under way. A receiver that never answers holds each of them for 10 s. */
	deliveries: integer(1, 1_000).default(50),
	/** Files of exports that are being made. Each reads and writes as fast as it can, with one chunk in memory. */
	assemblies: integer(1, 100).default(4),
});

export type ConcurrencyConfig = z.infer<typeof concurrencySchema>;
