import { z } from 'zod';
import { TOKEN_ROLES, type TokenRole } from '../../config';
import { idSchema } from '../../../api';
import { selectorSchema } from '../../../workflows/task/selector-contract';
import { yesOrNo } from './fields';
import { taskTypeSchema } from './task';

export const connectionParams = z.object({ name: idSchema.describe('The name of a connection') });

export const connectionListSchema = z.object({
	items: z.array(
		z.object({
			name: z.string(),
			baseUrl: z.string(),
			requestsPerMinute: z.int().describe('The limit of its key, as configured'),
			labels: z.record(z.string(), z.string()).describe('By which selectors find it'),
			timeZone: z.string().describe('IANA name of the zone whose days reports and digests about it speak of'),
			locale: z.string().describe('How reports and digests about it write numbers and dates, as BCP 47'),
		}),
	),
});

export const connectionListQuery = z.strictObject({
	selector: selectorSchema
		.optional()
		.describe('Only connections whose labels match, such as client=acme,region in (eu,us). Default: all'),
});

export const connectionCheckSchema = z.object({
	ok: z.boolean().describe('Whether no finding is a failure'),
	checks: z.array(
		z.object({
			name: z.string().describe('What it is about'),
			status: z
				.enum(['ok', 'warn', 'fail'])
				.describe('warn: it could work better, or it could not be tested. fail: something does not work'),
			detail: z.string().describe('What was found, without any secret'),
			todo: z.string().nullable().describe('What to do. null: nothing'),
		}),
	),
});

const perMinute = z.array(z.int());

export const connectionUsageSchema = z.object({
	since: z.string().describe('When the first of the 60 minutes begins, ISO 8601 UTC'),
	items: z.array(
		z.object({
			connection: z.string(),
			requestsPerMinute: z.int().describe("The limit of the connection's key, as configured"),
			calls: perMinute.describe(
				'Calls of all workers, a number per minute, oldest first. The last minute has not ended',
			),
			limited: perMinute.describe('Of these: refused with 429, because the limit was reached'),
		}),
	),
	unreadable: z.int().describe('Workers whose counts the gateway cannot read. Their calls are missing'),
});

export const agentListQuery = z.strictObject({
	offset: z.coerce
		.number()
		.int()
		.min(0)
		.default(0)
		.describe('Place of the first agent in the list: nextOffset of the list before'),
	fresh: yesOrNo
		.default(false)
		.describe('true: read from the service, not from the cache. The cache lacks agents created in the last 30 s'),
});

export const agentListSchema = z.object({
	items: z.array(z.object({ id: z.string(), name: z.string().describe('The id if the service gives no name') })),
	complete: z
		.boolean()
		.describe('Whether the list has every agent that the key can access. False if there are more than 500'),
	nextOffset: z.int().nullable().describe('Offset of the next agents. Null: these are the last ones'),
});

export const agentParams = connectionParams.extend({ agentId: idSchema.describe('The id of an agent') });

export const emailConversationListSchema = z.object({
	items: z.array(
		z.object({
			sessionId: z.string().describe('email:<conversation id>, for the field sessionId of a mail'),
			with: z.string().nullable().describe('The person. Null if the service does not say'),
		}),
	),
});

export const mailboxListSchema = z.object({
	items: z.array(
		z.object({
			id: z.string(),
			address: z.string(),
			isDefault: z.boolean().describe('Whether the agent sends from it by default'),
		}),
	),
});

export const bucketListSchema = z.object({ items: z.array(z.object({ name: z.string() })) });

export const taskTypeListSchema = z.object({
	items: z.array(
		z.object({
			type: taskTypeSchema,
			title: z.string(),
			description: z.string(),
			version: z.int().describe('The newest version of the input'),
			keyReuse: z
				.enum(['after-failure', 'never'])
				.describe('Whether a task that did not complete can be started again'),
			actions: z.array(z.string()).describe('Actions of a running task: POST /v1/tasks/{id}/actions/{action}'),
			schedulable: z.boolean().describe('Whether a schedule can start it'),
			endedActions: z
				.array(z.string())
				.describe(
					'Actions of a task that has ended. retry: only if the task did not complete. retry-failed: only if items of it failed',
				),
			decisions: z.array(z.string()).describe('Decisions of a person: POST /v1/tasks/{id}/decision'),
			inputSchema: z
				.looseObject({})
				.describe('JSON Schema of the input. x-form of a field says how forms show it, and changes no validation'),
		}),
	),
	retentionHours: z.int().describe('How long a task and its Idempotency-Key are kept after its end, in hours'),
});

/** What each role is for, as in docs/worker-configuration.md. */
const MEANINGS: Readonly<Record<TokenRole, string>> = {
	read: 'every GET except those of `erase`: tasks, results and files, reviews, schedules and previews of their times, subscriptions, lists',
	start: 'start, cancel and steer tasks; schedules, subscriptions, uploads and waits',
	decide: 'approve, edit or reject an email, and settle an uncertain one, through `POST /v1/tasks/{id}/decision`',
	erase: "find and erase one person's data, and read the reports: everything under `/v1/persons`",
	decode:
		"decrypt what Temporal stores, with personal data, for Temporal's own pages and command line: `POST /codec/decode`",
};

export const whoamiSchema = z.object({
	version: z.string().describe('Version of the gateway'),
	name: z.string().describe('Name of the token, or of the person who signed in at the reverse proxy'),
	roles: z.array(z.enum(TOKEN_ROLES)).describe(TOKEN_ROLES.map((role) => `${role}: ${MEANINGS[role]}`).join('. ')),
	connections: z
		.array(z.string())
		.nullable()
		.describe('The connections that the caller sees and uses, if it is bound to some. Null: all'),
	signedInBy: z
		.enum(['token', 'session', 'proxy'])
		.describe(
			'token: by a token. session: by the cookie that a browser got for a token. proxy: by the header of a reverse proxy',
		),
	signOutUrl: z
		.string()
		.nullable()
		.describe('Where a person signs out at the reverse proxy. Null: by a token, or not configured'),
});
