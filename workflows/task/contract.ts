import { z } from 'zod';
import { dateSchema, idSchema } from '../../api';
import { inForm } from './field-form';

/** Parts that several contracts share. Workflows import only types of a contract, which keeps zod out of their bundle. */

/** How many agents one task may name. */
const MOST_NAMED = 500;

/** The name of a connection; it becomes part of the name of a task queue. */
export const connectionName = z
	.string()
	.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/, 'is not a valid name; use up to 63 letters, digits, - and _');

/**
 * The connection that a caller names. The gateway checks later whether it exists. The bound keeps a long text out of Temporal's
 * search attributes.
 */
export const namedConnection = z
	.string()
	.min(1)
	.max(63, 'is longer than a name of a connection: at most 63 characters');

/** The fields of every task's input. `version` is the version of the input's form. */
export const everyInput = {
	version: z.literal(1).default(1),
	connection: namedConnection
		.describe("A connection of the worker's configuration")
		.meta(inForm('Connection', { choicesFrom: 'connections', help: 'Its API key makes the calls of the task' })),
};

/**
 * Agents that a task works on.
 * @param what description for the person who fills in the field
 * @param all what the default means
 */
export const agentIdsField = (
	what: string,
	all = 'every agent the key can access at the start',
	most: number = MOST_NAMED,
) =>
	z
		.array(idSchema)
		.min(1, 'is empty; name an agent, or remove the field for all agents')
		.max(most, `has more than ${most} agents; remove the field for all agents, or use several tasks`)
		.optional()
		.describe(`${what}. Default: ${all}`)
		.meta(inForm('Agents', { choicesFrom: 'agents', item: 'agent' }));

/** A day on which leads can have been captured: YYYY-MM-DD (UTC). */
export const pastDay = dateSchema.refine(
	(text) => Date.parse(text) <= Date.now(),
	'is in the future; use today or an earlier day',
);

export const count = z.number().int().min(0);

/** Why one of many items failed: the start of a `TaskError`. */
export const rowErrorSchema = z.object({ type: z.string(), title: z.string(), detail: z.string() });
export type RowError = z.infer<typeof rowErrorSchema>;

/** Outcome of the email to one address, in the service's words. */
export const addressOutcomeSchema = z.object({
	address: z.string(),
	status: z.string(),
	/** As the service returns it; null if it does not. */
	occurredAt: z.string().nullable(),
	reason: z.string().nullable(),
});
export type AddressOutcome = z.infer<typeof addressOutcomeSchema>;
