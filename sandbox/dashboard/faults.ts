import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import { operations } from '../../api';
import { newFaultSchema } from '../admin/schemas';
import type { Fault, StoredFault } from '../faults/faults';
import { parsePart } from '../problems/parse-part';
import { settingsSchema, type SettingsValues } from '../runtime/settings';
import type { DashboardServices } from './dashboard-services';
import { emptyAsUndefined } from './form';
import { type Page, sendPage } from './page';
import { table } from './table';

const numberSchema = z.preprocess(emptyAsUndefined, z.coerce.number().optional());

const faultFormSchema = z.strictObject({
	method: z.string(),
	path: z.string(),
	times: z.coerce.number(),
	kind: z.string(),
	delayMs: numberSchema,
	status: numberSchema,
	retryAfter: z.preprocess(emptyAsUndefined, z.string().optional()),
});

/** The form has the fields of every kind of fault; only those of the selected kind count. */
function newFaultOf({ kind, delayMs, status, retryAfter, ...request }: z.infer<typeof faultFormSchema>) {
	const isDelay = kind === 'delay' || kind === 'late-answer';
	const more = isDelay ? { delayMs } : kind === 'status' ? { status, retryAfter } : {};
	return { ...request, fault: { kind, ...more } };
}

const settingsFormSchema = settingsSchema.pick({ clockFactor: true, rateLimit: true, lostResponses: true });

/** Faults on demand, the clock and the rate limit. */
export function faultPages(app: FastifyInstance, { faults, settings }: DashboardServices): void {
	app.get('/dashboard/faults', (_request, reply) =>
		sendPage(reply, faultsPage({ faults: faults.list(), settings: settings.current })),
	);
	app.post('/dashboard/faults', (request, reply) => {
		const form = parsePart(faultFormSchema, request.body, 'form');
		faults.add(parsePart(newFaultSchema, newFaultOf(form), 'form'));
		return reply.redirect('/dashboard/faults', 303);
	});
	app.post('/dashboard/faults/clear', (_request, reply) => {
		faults.clear();
		return reply.redirect('/dashboard/faults', 303);
	});
	app.post('/dashboard/settings', (request, reply) => {
		settings.change(parsePart(settingsFormSchema, request.body, 'form'));
		return reply.redirect('/dashboard/faults', 303);
	});
}

/** A write is what a fault is most often about. */
const METHOD_ORDER = ['POST', 'PATCH', 'DELETE', 'GET'] as const;

const KINDS: Record<Fault['kind'], string> = {
	'lost-before': 'response lost before the effect',
	'lost-after': 'response lost after the effect',
	delay: 'delay before the effect',
	'late-answer': 'delay after the effect',
	hang: 'hang: no response until the caller gives up',
	status: 'an error status without the effect (429, 500, 503 …)',
	'broken-json': 'broken JSON after the effect',
	'indexing-unavailable': 'Q&A change saved, indexing not scheduled (503)',
};

const LOST_RESPONSES: Array<[SettingsValues['lostResponses'], string]> = [
	['none', 'all arrive'],
	['every-second', 'every second one is lost, after the effect'],
];

/** The methods of each path, with the one first that a fault is most often about. */
const METHODS: ReadonlyMap<string, readonly string[]> = new Map(
	[...new Set(Object.values(operations).map(({ path }) => path))].map((path) => [
		path,
		METHOD_ORDER.filter((method) =>
			Object.values(operations).some((each) => each.path === path && each.method === method),
		),
	]),
);
const FIRST_PATH = '/agents/{id}/retrain';

export interface FaultsView {
	faults: StoredFault[];
	settings: Readonly<SettingsValues>;
}

function faultsPage({ faults, settings }: FaultsView): Page {
	return {
		title: 'Faults and clock',
		menu: '/dashboard/faults',
		content: html`<h2>Pending faults</h2>
			${table({
				id: 'faults',
				label: 'Pending faults',
				empty: 'No fault is pending. Every request is answered as it should be.',
				columns: [{ name: 'Request', kind: 'wide' }, 'Fault', { name: 'Times left', kind: 'number' }],
				rows: faults.map(({ method, path, fault, remaining }) => [
					html`${method} <code>${path}</code>`,
					inWords(fault),
					remaining,
				]),
			})}
			<p class="faint">
				Faults apply only to requests with a valid key within the rate limit. The oldest fault applies first.
			</p>
			<form method="post" action="/dashboard/faults/clear"><button class="quiet">Clear all</button></form>
			<div class="columns">
				<section>
					<h2>New fault</h2>
					<form method="post" action="/dashboard/faults" class="fields" data-methods-follow-path>
						<label
							>Method
							<select name="method">
								${METHOD_ORDER.map(
									(method) =>
										html`<option ${method === METHODS.get(FIRST_PATH)?.[0] ? 'selected' : ''}>${method}</option>`,
								)}
							</select></label
						>
						<label
							>Path below /api/v1 <input name="path" required pattern="/.*" list="paths" value="${FIRST_PATH}"
						/></label>
						<datalist id="paths">
							${[...METHODS].map(([path, methods]) => html`<option value="${path}" data-methods="${methods.join(' ')}"></option>`)}
						</datalist>
						<label>Times <input name="times" type="number" min="1" value="1" required /></label>
						<label
							>Fault
							<select name="kind">
								${Object.entries(KINDS).map(([kind, name]) => html`<option value="${kind}">${name}</option>`)}
							</select></label
						>
						<label>Delay in ms, for a delay <input name="delayMs" type="number" min="0" value="5000" /></label>
						<label
							>Status, for an error status <input name="status" type="number" min="400" max="599" value="429"
						/></label>
						<label>Retry-After, for an error status (seconds or any text) <input name="retryAfter" /></label>
						<button>Add fault</button>
					</form>
				</section>
				<section>
					<h2>Clock, rate limit and responses</h2>
					<form method="post" action="/dashboard/settings" class="fields">
						<label
							>Clock factor (60: training, indexing and delivery run 60 times faster)
							<input
								name="clockFactor"
								type="number"
								min="0.0001"
								max="100000"
								step="any"
								required
								value="${settings.clockFactor}"
						/></label>
						<label
							>Requests per minute and key, or none
							<input name="rateLimit" required pattern="none|[1-9][0-9]*" value="${settings.rateLimit}"
						/></label>
						<label
							>Responses
							<select name="lostResponses">
								${LOST_RESPONSES.map(
									([value, name]) =>
										html`<option value="${value}" ${value === settings.lostResponses ? 'selected' : ''}>
											${name}
										</option>`,
								)}
							</select></label
						>
						<button>Save</button>
					</form>
					<p class="faint">These settings last until the sandbox stops.</p>
				</section>
			</div>`,
	};
}

function inWords(fault: Fault): string {
	if ('delayMs' in fault) return `${KINDS[fault.kind]}, ${fault.delayMs} ms`;
	if (fault.kind !== 'status') return KINDS[fault.kind];
	return `status ${fault.status}${fault.retryAfter === undefined ? '' : `, Retry-After ${fault.retryAfter}`}`;
}
