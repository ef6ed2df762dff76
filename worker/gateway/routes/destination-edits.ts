import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isFlow } from '../../../workflows/lead-sync/flow-name';
import { DEFAULT_EDITABLE_TYPE, editableKindOf, type StoredView } from '../../destinations';
import type { Edit } from '../../destinations/stored/destination-edits';
import type { Settings } from '../../destinations/stored/stored-destination';
import { destinationInUse } from '../../destinations/stored/edit-problems';
import type { TaskService } from '../../tasks';
import { originOf } from '../../webhooks/webhook-address';
import {
	destinationBodySchema,
	destinationChangeSchema,
	destinationWithSecretSchema,
	errorResponses,
	idempotencyHeaders,
	optionalIdempotencyHeaders,
	storedDestinationParams,
	storedDestinationSchema,
	versionHeaders,
} from '../schemas';
import type { GatewayServices } from '../services';
import { checkWebhookUrl } from '../../webhooks/allowed-receiver';

type Options = Pick<GatewayServices, 'destinationEdits' | 'webhookHosts' | 'tasks'>;

const about = (summary: string) => ({ tags: ['Destinations'], summary });

/** Destinations that people create at the gateway. Those of the configuration file change only there. */
export const destinationEditRoutes: FastifyPluginCallbackZod<Options> = (app, options, done) => {
	const { destinationEdits: edits, webhookHosts, tasks } = options;

	app.post(
		'/destinations',
		{
			config: {
				role: 'start',
				reach: ['none'],
				repeat: 'The key: the same settings return the same destination and its secret, while that is in use.',
			},
			schema: {
				...about('Create a webhook destination. The response has the secret that signs the leads.'),
				headers: idempotencyHeaders,
				body: destinationBodySchema,
				response: { 201: destinationWithSecretSchema, ...errorResponses },
			},
		},
		async ({ headers, body: { name, ...settings }, callerName }, reply) => {
			const edit = allowedEdit(settings, webhookHosts);
			const editor = { caller: callerName, idempotencyKey: headers['idempotency-key'] };
			return reply.code(201).send(await edits.create(name, edit, editor));
		},
	);

	app.get(
		'/destinations/:name',
		{
			config: { role: 'read', reach: ['destination'] },
			schema: {
				...about('Get the settings of a destination that was created at the gateway'),
				params: storedDestinationParams,
				response: { 200: storedDestinationSchema, ...errorResponses },
			},
		},
		async ({ params, callerRoles, reach }) => {
			const found = await edits.get(params.name);
			const mayChange = reach === null && callerRoles?.includes('start') === true;
			return mayChange ? found : withoutPaths(found);
		},
	);

	app.put(
		'/destinations/:name',
		{
			config: {
				role: 'start',
				reach: ['none'],
				repeat: 'The settings: the same settings change nothing. Other settings need the newest version, else 412.',
			},
			schema: {
				...about('Change a destination that was created at the gateway. It applies within 5 s, without a restart.'),
				params: storedDestinationParams,
				headers: versionHeaders,
				body: destinationChangeSchema,
				response: { 200: storedDestinationSchema, ...errorResponses },
			},
		},
		async ({ params, headers, body, callerName }) => {
			const edit = allowedEdit(body, webhookHosts);
			const version = Number(headers['if-match'].replaceAll('"', ''));
			return edits.change(params.name, version, edit, callerName);
		},
	);

	app.post(
		'/destinations/:name/rotate-secret',
		{
			config: {
				role: 'start',
				reach: ['none'],
				repeat: 'The key: a repeat returns the secret of the first response, while that is in use.',
			},
			schema: {
				...about('Create a new secret. For a day, leads are signed with the previous one, too.'),
				params: storedDestinationParams,
				headers: idempotencyHeaders,
				response: { 200: destinationWithSecretSchema, ...errorResponses },
			},
		},
		async ({ params, headers, callerName }) =>
			edits.rotateSecret(params.name, { caller: callerName, idempotencyKey: headers['idempotency-key'] }),
	);

	app.delete(
		'/destinations/:name',
		{
			config: {
				role: 'start',
				reach: ['none'],
				repeat: 'After the deletion, the response is 404 and nothing is done.',
			},
			schema: {
				...about('Delete a destination that was created at the gateway, unless a running sync uses it'),
				params: storedDestinationParams,
				headers: optionalIdempotencyHeaders,
				response: { 204: z.null().describe('Deleted'), ...errorResponses },
			},
		},
		async ({ params: { name } }, reply) => {
			await edits.get(name);
			const syncs = await syncsInto(tasks, name);
			if (syncs.length > 0) throw destinationInUse(name, syncs);
			await edits.remove(name);
			return reply.code(204).send(null);
		},
	);
	done();
};

/** @throws Problem 400 if a setting leads to a host that the operator does not allow */
function allowedEdit(
	{ type = DEFAULT_EDITABLE_TYPE, ...settings }: { [setting: string]: unknown; type?: string | undefined },
	webhookHosts: readonly string[],
): Edit {
	for (const path of editableKindOf(type).receivers) {
		const url = settings[path];
		if (typeof url === 'string') checkWebhookUrl(url, webhookHosts, { path });
	}
	return { type, settings };
}

/** An address can contain a secret, so only callers that may change it see the complete address. */
function withoutPaths(view: StoredView): StoredView {
	const origins: Settings = Object.fromEntries(
		editableKindOf(view.type).receivers.map((name) => [name, originOf(String(view[name]))]),
	);
	return { ...view, ...origins };
}

/** Most tasks that a page can have. */
const PAGE = 100;

/** Ids of the running syncs that write to a destination, paused ones too. */
async function syncsInto(tasks: TaskService, name: string): Promise<string[]> {
	const found: string[] = [];
	let pageToken: string | undefined;
	do {
		const page = await tasks.list({
			type: 'lead-sync',
			ended: false,
			limit: PAGE,
			...(pageToken === undefined ? {} : { pageToken }),
		});
		for (const { id, progress } of page.items)
			if ((progress?.destination ?? (await destinationOf(tasks, id))) === name) found.push(id);
		pageToken = page.nextPageToken ?? undefined;
	} while (pageToken !== undefined);
	return found;
}

/** Of a sync that has reported nothing yet. */
async function destinationOf(tasks: TaskService, id: string): Promise<string | null> {
	const { destination } = (await tasks.details(id)).input;
	return typeof destination === 'string' && !isFlow(destination) ? destination : null;
}
