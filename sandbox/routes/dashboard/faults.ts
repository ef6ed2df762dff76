import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { faultsPage } from '../../dashboard/pages/faults-page';
import { sendPage } from '../../dashboard/send-page';
import { parsePart } from '../../problems/parse-part';
import { newFaultSchema } from '../admin/schemas';
import { settingsSchema } from '../../runtime/settings';
import type { DashboardServices } from './dashboard-services';
import { notGivenWhenEmpty } from './form';

const numberSchema = z.preprocess(notGivenWhenEmpty, z.coerce.number().optional());

const faultFormSchema = z.strictObject({
	method: z.string(),
	path: z.string(),
	times: z.coerce.number(),
	kind: z.string(),
	delayMs: numberSchema,
	status: numberSchema,
	retryAfter: z.preprocess(notGivenWhenEmpty, z.string().optional()),
});

/** The form has the fields of every kind of fault; only those of the chosen kind count. */
function newFaultOf({ kind, delayMs, status, retryAfter, ...request }: z.infer<typeof faultFormSchema>) {
	const isDelay = kind === 'delay' || kind === 'late-answer';
	const more = isDelay ? { delayMs } : kind === 'status' ? { status, retryAfter } : {};
	return { ...request, fault: { kind, ...more } };
}

const settingsFormSchema = settingsSchema.pick({ clockFactor: true, rateLimit: true });

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
