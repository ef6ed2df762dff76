import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Destination, type Destinations, kindOf, type SettingProblem } from '../../destinations';
import type { DestinationKind } from '../../destinations/kind';
import { DESTINATION_KINDS } from '../../destinations/kinds';
import { isProblem } from '../../problems/problem';
import { callerKey } from '../plugins/rate-limits';
import {
	destinationCheckSchema,
	destinationListSchema,
	destinationParams,
	destinationTypeListSchema,
	errorResponses,
	optionalIdempotencyHeaders,
	previewBodySchema,
	previewSchema,
} from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'destinations' | 'connections'>;

const PREVIEWED = 3;

/** The destinations of lead syncs: which there are, whether they work, and what they would get. */
export const destinationRoutes: FastifyPluginCallbackZod<Options> = (app, { destinations, connections }, done) => {
	app.get(
		'/destinations',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				tags: ['Lists'],
				summary: 'List the destinations that a lead-sync may name',
				response: { 200: destinationListSchema, ...errorResponses },
			},
		},
		async ({ reach }) => {
			const all = await destinations.list();
			const within = all.filter(({ name }) => reach === null || reach.destinations.has(name));
			return { items: within.map((each) => presentDestination(destinations, each)) };
		},
	);

	app.get(
		'/destination-types',
		{
			config: { role: 'read', reach: ['all'] },
			schema: {
				tags: ['Lists'],
				summary: 'List the types of destinations, and what is set of those that are created at the gateway',
				response: { 200: destinationTypeListSchema, ...errorResponses },
			},
		},
		() => ({ items: DESTINATION_KINDS.map(presentKind) }),
	);

	app.post(
		'/destinations/:name/check',
		{
			config: {
				role: 'start',
				reach: ['destination'],
				repeat: 'It creates only what is missing. A webhook gets another ping.',
			},
			schema: {
				tags: ['Lists'],
				summary: 'Test whether leads can be written to a destination, and leave no lead there',
				params: destinationParams,
				headers: optionalIdempotencyHeaders,
				response: { 200: destinationCheckSchema, ...errorResponses },
			},
		},
		async ({ params }) => {
			return { ok: true as const, ...(await destinations.probe(params.name)) };
		},
	);

	app.post(
		'/destinations/:name/preview',
		{
			// Leads are personal data. Who may start tasks can export them; who may only read cannot read new ones.
			config: { role: 'start', reach: ['destination', 'names'], repeat: 'It only reads, with one call.' },
			schema: {
				tags: ['Lists'],
				summary: 'Show the three newest leads of an agent as a destination would get them. Nothing is written.',
				params: destinationParams,
				headers: optionalIdempotencyHeaders,
				body: previewBodySchema,
				response: { 200: previewSchema, ...errorResponses },
			},
		},
		async (request) => {
			const { params, body } = request;
			const destination = await destinations.get(params.name);
			const { connection, agentId } = body;
			connections.get(connection).takeShare(callerKey(request), 1);
			const [leads, problems] = await Promise.all([
				connections.get(connection).newestLeads(agentId, PREVIEWED),
				problemsOf(destinations, params.name),
			]);
			const previews = leads.map((lead) => ({
				leadId: lead.id,
				capturedAt: lead.capturedAt,
				...destination.preview({ connection, agentId }, lead),
			}));
			return { mapping: [...destination.mapping], problems, leads: previews };
		},
	);
	done();
};

function presentKind({ type, title, editable }: DestinationKind) {
	const settingsSchema = editable === null ? null : { ...z.toJSONSchema(editable.settings, { io: 'input' }) };
	return { type, title, settingsSchema };
}

function presentDestination(destinations: Destinations, { name, type, target, mapping }: Destination) {
	const origin = destinations.isOfFile(name) ? ('file' as const) : ('gateway' as const);
	return { name, type, title: kindOf(type).title, target, origin, mapping: [...mapping] };
}

/** A destination that does not respond still gets a preview, which says why nothing is known of its fields. */
async function problemsOf(destinations: Destinations, name: string): Promise<SettingProblem[]> {
	try {
		return await destinations.mappingProblems(name);
	} catch (error) {
		if (!isProblem(error, 'destination_unfit')) throw error;
		return error.issues;
	}
}
