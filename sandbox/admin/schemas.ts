import { z } from 'zod';
import { SCOPES } from '../../api';
import { faultSchema } from '../faults/faults';
import { settingsSchema } from '../runtime/settings';

const methodSchema = z.enum(['GET', 'POST', 'PATCH', 'DELETE']);
const pathSchema = z.string().regex(/^\//, 'must begin with / and must not include /api/v1');
const httpUrlSchema = z.url({ protocol: /^https?$/ });

export const requestsQuerySchema = z.strictObject({
	method: methodSchema.optional(),
	/** May be a pattern of the contract. */
	path: pathSchema.optional(),
	/** ISO 8601, inclusive. */
	since: z.iso.datetime({ offset: true }).optional(),
});

export const newFaultSchema = z.strictObject({
	method: methodSchema,
	/** May be a pattern of the contract. */
	path: pathSchema,
	times: z.number().int().min(1).max(1_000_000).default(1),
	fault: faultSchema,
});

export const newKeySchema = z.strictObject({
	name: z.string().min(1),
	scopes: z.array(z.enum(SCOPES)),
	/** Default: every agent. */
	agentIds: z.array(z.string().min(1)).optional(),
	/** Default: never. */
	expiresAt: z.iso.datetime({ offset: true }).optional(),
	/** Whether it may send mail over MCP without asking its user. */
	mcpSendsUnasked: z.boolean().optional(),
});

export const keyChangeSchema = z.strictObject({ mcpSendsUnasked: z.boolean() });

/** Some of the settings. */
export const settingsChangeSchema = settingsSchema.partial();

export const newAgentSchema = z.strictObject({
	id: z
		.string()
		.regex(/^[\w-]{1,64}$/, 'must have at most 64 characters: letters, digits, - and _')
		.optional(),
	name: z.string().min(1),
	/** The address at which its training runs start. A local address must be in SANDBOX_CRAWL_LOCAL_HOSTS. */
	website: httpUrlSchema,
	/** Pause after each page of a run, in seconds of the sandbox's clock. */
	pageSeconds: z.number().min(0).max(86_400).optional(),
});
