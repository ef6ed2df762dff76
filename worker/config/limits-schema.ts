import { z } from 'zod';
import { integer } from './fields';

/** How often the gateway may be asked. */
export const limitsSchema = z.strictObject({
	/** Requests a minute with one token: more than a fleet of n8n workers makes. */
	perToken: integer(1, 10_000_000).default(30_000),
	/** Requests a minute from one address where no token is asked for (hooks, reviews), and with tokens that are none. */
	perAddress: integer(1, 10_000_000).default(600),
});

export type LimitsConfig = z.infer<typeof limitsSchema>;
